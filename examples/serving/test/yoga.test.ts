import { expect, test } from '@jest/globals'
import { until } from '@larder/test/until'
import { serve } from '../src/yoga.ts'
import { ask, post } from './support/ask.ts'
import { opened, openShop } from './support/open.ts'
import { rename } from './support/queries.ts'

test('law 3: each event sees what was invalidated since the one before', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const events = await subscribe(url)
  await until(() => shop.events.listenerCount('renamed') === 1)
  for (const name of ['Rye', 'Spelt']) {
    await ask(url, rename.replace('Rye', name))
    expect(await events.next()).toEqual({ data: { renamed: { name } } })
  }
  expect(shop.loads).toEqual(['products 1', 'products 1'])
  await events.leave()
  await until(() => shop.events.listenerCount('renamed') === 0)
})

test('a key that several operations of a batch want is loaded once', async () => {
  const shop = openShop()
  const { url } = await opened(serve(shop))
  const product = (id: string) => ({ query: `{ product(id: "${id}") { name } }` })
  const response = await post(url, [product('1'), product('2'), product('1')])
  expect(await response.json()).toMatchObject(
    ['Flour', 'Bran', 'Flour'].map((name) => ({ data: { product: { name } } })),
  )
  expect(shop.loads.toSorted()).toEqual(['products 1,2'])
})

/** Over server-sent events, as Yoga does without anything else. */
async function subscribe(url: string) {
  const query = 'subscription { renamed { name } }'
  const response = await fetch(`${url}?query=${encodeURIComponent(query)}`, {
    headers: { accept: 'text/event-stream' },
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const event = /^event: next\ndata: (.*)\n\n/m.exec(text)
        if (event !== null) {
          text = text.slice(event.index + event[0].length)
          return JSON.parse(event[1] as string)
        }
        const { done, value } = await reader.read()
        if (done) throw new Error('Expected an event, received the end')
        text += decoder.decode(value, { stream: true })
      }
    },
    leave: () => reader.cancel(),
  }
}
