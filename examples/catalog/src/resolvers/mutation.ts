/**
 * Each mutation writes, then invalidates what it has changed, then answers through the loaders. The invalidation shows in
 * this process at once, so the mutation's own payload is current; nobody awaits it here, since the response does.
 */
import type { Context } from '../context.ts'
import { danglingColumn } from '../database/database.ts'
import { categoryTag } from '../loaders/category-products.ts'
import { isId } from '../loaders/id.ts'
import type { Product } from '../loaders/product.ts'
import type { Review } from '../loaders/reviews.ts'
import { PUBLIC } from '../tenant.ts'
import { checkLength, checkRange, notFound, refuse } from './input.ts'

const MOST_INT = 2 ** 31 - 1

interface NewReview {
  readonly productId: string
  readonly authorId: string
  readonly rating: number
  readonly text: string
}

interface NewProduct {
  readonly id: string
  readonly name: string
  readonly brandId: string
  readonly categoryId: string
  readonly amount: number
  readonly stock: number
}

export const Mutation = {
  async setPrice(
    _: unknown,
    { id, amount }: { id: string; amount: number },
    context: Context,
  ): Promise<Product> {
    const { tenant, loaders } = context
    checkRange('amount', amount, 0, MOST_INT)
    if (!isId(id)) noSuchProduct()
    if (tenant === PUBLIC) {
      await setBasePrice(context, id, amount)
      loaders.basePrices.invalidate(id)
    } else {
      await setListPrice(context, id, amount)
      loaders.priceList.invalidate(id)
    }
    return (await loaders.products.load(id)) ?? noSuchProduct()
  },

  async addReview(_: unknown, review: NewReview, { db, loaders }: Context): Promise<Review> {
    checkRange('rating', review.rating, 1, 5)
    checkLength('text', review.text, 1, 2_000)
    if (!isId(review.productId)) noSuchProduct()
    if (!isId(review.authorId)) notFound('There is no such author.')
    const inserting = db.query<Review>(
      `insert into reviews (product_id, author_id, rating, text, created_at) values ($1, $2, $3, $4, now())
      returning id, product_id as "productId", author_id as "authorId", rating, text, created_at as "createdAt"`,
      [review.productId, review.authorId, review.rating, review.text],
    )
    const [added] = await inserting.catch((error) => {
      const column = danglingColumn(error, ['product_id', 'author_id'])
      if (column === undefined) throw error
      return column === 'product_id' ? noSuchProduct() : notFound('There is no such author.')
    })
    loaders.reviews.invalidate(review.productId)
    return added as Review
  },

  async createProduct(_: unknown, product: NewProduct, { db, loaders }: Context): Promise<Product> {
    checkNewProduct(product)
    const { id, name, brandId, categoryId, amount, stock } = product
    const creating = db.query(
      `with product as (
        insert into products (id, name, brand_id, category_id) values ($1, $2, $3, $4)
        on conflict do nothing returning id
      ), price as (
        insert into prices select id, $5, 'EUR' from product
      ), stock as (
        insert into stock select id, $6 from product
      )
      select id from product`,
      [id, name, brandId, categoryId, amount, stock],
    )
    const created = await creating.catch((error) => {
      const column = danglingColumn(error, ['brand_id', 'category_id'])
      if (column === undefined) throw error
      return column === 'brand_id' ? notFound('There is no such brand.') : noSuchCategory()
    })
    if (created.length === 0) refuse(`There is a product with the ID ${id} already.`)
    // Whoever asked for it before it was there has left a missing entry.
    for (const loader of [loaders.products, loaders.basePrices, loaders.stock]) loader.invalidate(id)
    loaders.invalidateTags([categoryTag(categoryId)])
    loaders.search.invalidateAll()
    return { id, name, brandId, categoryId }
  },

  async moveProduct(
    _: unknown,
    { id, categoryId }: { id: string; categoryId: string },
    { db, loaders }: Context,
  ): Promise<Product> {
    if (!isId(id)) noSuchProduct()
    if (!isId(categoryId)) noSuchCategory()
    const moving = db.query<{ left: string }>(
      `update products set category_id = $2
      from (select id, category_id from products where id = $1 for update) as before
      where products.id = before.id
      returning before.category_id as "left"`,
      [id, categoryId],
    )
    const [moved] = await moving.catch((error) => {
      if (danglingColumn(error, ['category_id']) === undefined) throw error
      return noSuchCategory()
    })
    if (moved === undefined) noSuchProduct()
    loaders.products.invalidate(id)
    loaders.invalidateTags([categoryTag(moved.left), categoryTag(categoryId)])
    return (await loaders.products.load(id)) ?? noSuchProduct()
  },
}

async function setBasePrice({ db }: Context, id: string, amount: number): Promise<void> {
  const rows = await db.query('update prices set amount = $2 where product_id = $1 returning product_id', [
    id,
    amount,
  ])
  if (rows.length === 0) noSuchProduct()
}

async function setListPrice({ db, tenant }: Context, id: string, amount: number): Promise<void> {
  const rows = await db.query(
    `insert into price_lists
    select tenants.id, products.id, $3, tenants.currency from tenants, products
    where tenants.id = $1 and products.id = $2
    on conflict (tenant, product_id) do update set amount = excluded.amount
    returning product_id`,
    [tenant, id, amount],
  )
  if (rows.length === 0) noSuchProduct()
}

function checkNewProduct({ id, name, amount, stock }: NewProduct): void {
  if (!isId(id)) refuse('id has to be of 1 to 64 characters, without control characters.')
  checkLength('name', name, 1, 200)
  checkRange('amount', amount, 0, MOST_INT)
  checkRange('stock', stock, 0, MOST_INT)
}

function noSuchCategory(): never {
  notFound('There is no such category.')
}

function noSuchProduct(): never {
  notFound('There is no such product.')
}
