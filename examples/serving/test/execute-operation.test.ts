import { expect, test } from '@jest/globals'
import { openInProcess } from '../src/execute-operation.ts'
import { opened, openShop } from './support/open.ts'
import { cart, cartOf, flourTwice, rename, twice } from './support/queries.ts'

test('loads a key once in an operation, and not again in the next', async () => {
  const shop = openShop()
  const { ask } = await opened(openInProcess(shop))
  for (let operation = 0; operation < 3; operation++) expect(await ask(twice)).toEqual({ data: flourTwice })
  expect(shop.loads).toEqual(['products 1,2'])
})

test('operations at the same time share what is being loaded, and not what is scoped', async () => {
  const shop = openShop()
  const { ask } = await opened(openInProcess(shop))
  const users = ['ada', 'ben', 'ada', 'ben']
  const answers = await Promise.all(users.map((userId) => ask(cart, { userId })))
  expect(answers).toEqual(users.map((user) => ({ data: cartOf(user) })))
  expect(shop.loads.toSorted()).toEqual(['carts main of ada', 'carts main of ben', 'products 1,2'])
})

test('what is scoped is refused where nobody asks, with a code', async () => {
  const shop = openShop()
  const { ask } = await opened(openInProcess(shop))
  expect(await ask(cart)).toMatchObject({
    data: { cart: null },
    errors: [{ extensions: { code: 'LARDER_SCOPE' } }],
  })
  expect(shop.loads).toEqual([])
})

test('a mutation is seen by the operation after it', async () => {
  const shop = openShop()
  const { ask } = await opened(openInProcess(shop))
  await ask(twice)
  expect(await ask(rename)).toEqual({ data: { rename: { name: 'Rye' } } })
  expect(await ask(twice)).toMatchObject({ data: { a: { name: 'Rye' } } })
  expect(shop.loads).toEqual(['products 1,2', 'products 1'])
})
