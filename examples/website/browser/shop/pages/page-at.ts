/** The page that a URL of the shop names. */
import { categoryPage } from './category.tsx'
import { homePage } from './home.tsx'
import type { Page } from './page.ts'
import { productPage } from './product.tsx'
import { searchPage } from './search.tsx'

export function pageAt({ pathname, searchParams }: URL): Page<never> {
  const [, place, name = ''] = pathname.split('/')
  const id = decodeURIComponent(name)
  if (place === 'search') return searchPage(searchParams.get('q') ?? '')
  if (place === 'category') return categoryPage(id)
  if (place === 'product') return productPage(id)
  return homePage
}
