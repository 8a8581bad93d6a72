import type { ProductAnswer } from '../api/answers.ts'
import { PRODUCT } from '../api/queries.ts'
import { Art } from '../view/art.tsx'
import { NotThere } from '../view/not-there.tsx'
import { PriceEditor } from '../view/price-editor.tsx'
import { PriceTag } from '../view/price-tag.tsx'
import { Reviews } from '../view/reviews.tsx'
import { Stock } from '../view/stock.tsx'
import type { Page } from './page.ts'

export function productPage(id: string): Page<ProductAnswer> {
  return {
    operation: { query: PRODUCT, variables: { id } },
    productsOf: ({ product }) => (product === null ? [] : [product]),
    titleOf: ({ product }) => `${product?.name ?? 'No such product'} · Larder`,
    show({ product }, priceSaved) {
      if (product === null) return <NotThere what="product" id={id} />
      const { name, brand, category, price, stock, reviews } = product
      return (
        <>
          <article class="product">
            <Art category={category} name={name} />
            <div class="section">
              {category && <a href={`/category/${encodeURIComponent(category.id)}`}>{category.name}</a>}
              <div>
                <h1>{name}</h1>
                {brand && <p class="muted">by {brand.name}</p>}
              </div>
              <p class="product-price">
                <PriceTag price={price} />
              </p>
              <Stock stock={stock} />
              {price && <PriceEditor productId={id} price={price} priceSaved={priceSaved} />}
            </div>
          </article>
          {reviews && <Reviews reviews={reviews} />}
        </>
      )
    },
  }
}
