/** Serves the shop in the way that is named, for you to look at. */
import * as batchedHttp from './batched-http.ts'
import * as contextFactory from './context-factory.ts'
import * as federation from './federation.ts'
import * as reload from './reload.ts'
import { createShop } from './shop.ts'
import * as subscriptions from './subscriptions.ts'
import * as yoga from './yoga.ts'

const ways = new Map(
  Object.entries({
    'batched-http': batchedHttp,
    'context-factory': contextFactory,
    federation,
    reload,
    subscriptions,
    yoga,
  }),
)

const [name = '', port = '4000'] = process.argv.slice(2)
const way = ways.get(name)
if (way === undefined) {
  console.error(`Expected one of ${[...ways.keys()].join(', ')}, received ${JSON.stringify(name)}.`)
  process.exitCode = 1
} else {
  const shop = createShop()
  const served = await way.serve(shop, Number(port))
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= served.stop().then(() => shop.cache.close())
    return ended
  }
  // Kept until the end: Ctrl-C reaches a process twice where a package manager passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
  console.log(`ready ${served.url}`)
}
