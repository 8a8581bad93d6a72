/** What the random operations ask for. Few values, so that they ask for the same again, and all that changes is known. */

const PRODUCT_IDS = Array.from({ length: 14 }, (_, i) => `${i + 1}`)
/** Those that a mutation may create; until then they are missing. */
const NEW_IDS = ['new-1', 'new-2', 'new-3', 'new-4', 'new-5', 'new-6', 'new-7', 'new-8']
const IDS = [...PRODUCT_IDS, ...NEW_IDS, 'none', '']

/** Of topProducts and reviews: the last two are refused. */
export const FIRSTS = [0, 1, 2, 3, 5, -1, 101]
export const TEXTS = ['table', 'te', 'Nordic', 'plain  BOWL', 'novelty', 't c', '', '&']
export const LISTS = [
  ['1', '2', '3'],
  ['3', '2', '1'],
  ['1', '2', '3', '3', 'none'],
  ['new-1', 'new-2', '4'],
  ['new-3', 'new-4', 'new-5', 'new-6'],
  ['5', ''],
  [],
]

/** By field and argument. */
export const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  'product.id': IDS,
  'products.ids': LISTS,
  'topProducts.first': FIRSTS,
  'search.text': TEXTS,
  'category.id': ['1', '2', '3', '4', 'none'],
  'products.first': FIRSTS,
  'brand.id': ['1', '2', '3', '7', 'none'],
  'reviews.first': FIRSTS,
  'setPrice.id': IDS,
  'setPrice.amount': [0, 5, 995, 12_345, -1],
  'addReview.productId': IDS,
  'addReview.authorId': ['1', '2', '5', 'none'],
  'addReview.rating': [1, 3, 5, 6],
  'addReview.text': ['Good.', '"Quoted", \\ and €', ''],
  'createProduct.id': [...NEW_IDS, '1'],
  'createProduct.name': ['Novelty Table', 'Nordic Novelty'],
  'createProduct.brandId': ['1', '2', '2', 'none'],
  'createProduct.categoryId': ['1', '3', '4', 'none'],
  'createProduct.amount': [0, 1_000],
  'createProduct.stock': [0, 7],
  'moveProduct.id': IDS,
  'moveProduct.categoryId': ['1', '2', '3', '4', 'none', ''],
}
