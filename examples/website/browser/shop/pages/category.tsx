import type { CategoryAnswer } from '../api/answers.ts'
import { CATEGORY } from '../api/queries.ts'
import { NotThere } from '../view/not-there.tsx'
import { Tiles } from '../view/tiles.tsx'
import type { Page } from './page.ts'

export function categoryPage(id: string): Page<CategoryAnswer> {
  return {
    operation: { query: CATEGORY, variables: { id } },
    productsOf: ({ category }) => category?.products ?? [],
    titleOf: ({ category }) => `${category?.name ?? 'No such category'} · Larder`,
    show({ category }) {
      if (category === null) return <NotThere what="category" id={id} />
      const products = category.products ?? []
      return (
        <>
          <div class="section">
            <h1>{category.name}</h1>
            <p class="muted">
              {products.length === 0
                ? 'There is nothing here yet.'
                : `${products.length} products, best sellers first.`}
            </p>
          </div>
          <Tiles products={products} />
        </>
      )
    },
  }
}
