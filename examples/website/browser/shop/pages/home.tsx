import type { HomeAnswer } from '../api/answers.ts'
import { HOME } from '../api/queries.ts'
import { Art } from '../view/art.tsx'
import { Tiles } from '../view/tiles.tsx'
import type { Page } from './page.ts'

export const homePage: Page<HomeAnswer> = {
  operation: { query: HOME },
  productsOf: ({ topProducts }) => topProducts,
  titleOf: () => 'Larder catalogue',
  show: ({ categories, topProducts }) => (
    <>
      <div class="section">
        <h1>Things for a good home</h1>
        <p class="muted">Ten thousand of them, and every answer says what it has cost.</p>
      </div>
      <section class="section" aria-labelledby="categories">
        <h2 id="categories">Categories</h2>
        <ul class="categories">
          {categories.map((category) => (
            <li key={category.id}>
              <a href={`/category/${encodeURIComponent(category.id)}`}>
                <Art category={category} name={category.name} />
                {category.name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section class="section" aria-labelledby="best">
        <h2 id="best">Best sellers</h2>
        <Tiles products={topProducts} />
      </section>
    </>
  ),
}
