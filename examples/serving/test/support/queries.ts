/** What the ways of serving are asked alike. */
export const twice = '{ a: product(id: "1") { name } b: products(ids: ["1", "2"]) { name } }'
export const flourTwice = { a: { name: 'Flour' }, b: [{ name: 'Flour' }, { name: 'Bran' }] }
export const cart = '{ cart(id: "main") { owner products { name } } }'
export const cartOf = (owner: string) => ({
  cart: { owner, products: [{ name: 'Flour' }, { name: 'Bran' }] },
})
export const rename = 'mutation { rename(id: "1", name: "Rye") { name } }'
