/** A process of readers: it does what the parent orders, and asks the parent what a database would be asked. */
import type { OpenPeer } from '../peers/peer.ts'
import { contestants } from './contestants.ts'
import type { FromProcess, Order, Row, ToProcess, Waits } from './messages.ts'
import { type Rushed, rush } from './rush.ts'

interface Query {
  readonly id: string
  resolve(row: Row): void
  reject(error: Error): void
}

const DROPPED = 'The query was dropped.'
/** A product's size: what a reader gets is no token. */
const text = 'lorem ipsum '.repeat(60)
const queries = new Map<number, Query>()
let asked = 0
let isDropped = false
let open: OpenPeer<Row> | undefined
let rushed: Rushed | undefined

process.on('message', (message: ToProcess) => {
  if ('answerTo' in message) return answer(message.answerTo, message.query)
  if ('dropped' in message) return drop()
  obey(message).then(
    (done) => tell({ done }),
    (error) => tell({ failed: (error as Error).stack ?? String(error) }),
  )
})
// The parent is gone, or done with this process.
process.on('disconnect', () => process.exit())

function answer(number: number, query: number): void {
  const waiting = queries.get(number)
  queries.delete(number)
  waiting?.resolve({ id: waiting.id, query, text })
}

/** Readers who have given up may still come to ask. */
function drop(): void {
  isDropped = true
  for (const { reject } of queries.values()) reject(new Error(DROPPED))
  queries.clear()
}

async function obey(order: Order): Promise<Waits | undefined> {
  if (order.order === 'open') {
    open = await openContestant(order.contestant, order.url, order.ttl)
    return undefined
  }
  if (open === undefined) throw new Error(`Expected the order to open before that to ${order.order}.`)
  if (order.order === 'read') await open.read(order.id)
  if (order.order === 'rush') {
    rushed = await rush(open.read, order.rush)
    return rushed.waits
  }
  if (order.order === 'close') {
    // Its connection is not to be closed under a read that somebody gave up.
    await rushed?.ended
    await open.close()
  }
  return undefined
}

async function openContestant(name: string, url: string, ttl: number): Promise<OpenPeer<Row>> {
  const contestant = contestants.find((one) => one.name === name)
  if (contestant === undefined) throw new Error(`Expected the name of a contestant, received ${name}.`)
  isDropped = false
  return contestant.open<Row>({ url, ttl, prefix: 'stampede:', load: (ids) => Promise.all(ids.map(query)) })
}

function query(id: string): Promise<Row> {
  if (isDropped) return Promise.reject(new Error(DROPPED))
  const number = asked++
  return new Promise((resolve, reject) => {
    queries.set(number, { id, resolve, reject })
    tell({ ask: number })
  })
}

/** Without a parent there is nobody to tell, and this process is about to end. */
function tell(message: FromProcess): void {
  process.send?.(message, undefined, {}, () => {})
}
