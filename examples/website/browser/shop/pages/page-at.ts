/** The page that a URL of the shop names. */
import { categoryPage } from './category.tsx'
import { homePage } from './home.tsx'
import { lostPage } from './lost.tsx'
import type { Page } from './page.ts'
import { productPage } from './product.tsx'
import { searchPage } from './search.tsx'

export function pageAt({ pathname, searchParams }: URL): Page<never> {
  if (pathname === '/') return homePage
  if (/^\/search\/?$/.test(pathname)) return searchPage(searchParams.get('q') ?? '')
  const [, place, id] = /^\/(category|product)\/([^/]+)\/?$/.exec(pathname) ?? []
  const name = id === undefined ? undefined : decoded(id)
  if (place === 'category' && name !== undefined) return categoryPage(name)
  if (place === 'product' && name !== undefined) return productPage(name)
  return lostPage(pathname)
}

/** Nothing where it is not what a browser would have written. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
