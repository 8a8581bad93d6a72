/** Products, side by side. */
import type { Product } from '../api/answers.ts'
import { Art } from './art.tsx'
import { PriceTag } from './price-tag.tsx'
import { Stock } from './stock.tsx'

export function Tiles({ products }: { readonly products: readonly Product[] }) {
  return (
    <ul class="tiles">
      {products.map(({ id, name, brand, category, price, stock }) => (
        <li key={id} class="card tile">
          <Art category={category} name={name} />
          <div class="tile-text">
            <h3>
              <a href={`/product/${encodeURIComponent(id)}`}>{name}</a>
            </h3>
            <p class="small muted">{brand?.name}</p>
            <p class="tile-facts">
              <PriceTag price={price} />
            </p>
            <Stock stock={stock} />
          </div>
        </li>
      ))}
    </ul>
  )
}
