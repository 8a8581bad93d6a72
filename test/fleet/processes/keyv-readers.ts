/**
 * One process of a fleet that reads through a Keyv which `createKeyv` made: many `get`s of one key when its parent says so.
 * Whoever is to load waits until the parent has heard that all have asked.
 */
import { tracingChannel } from 'node:diagnostics_channel'
import { register } from 'node:module'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'

export type Order = { readonly kind: 'read'; readonly key: string; readonly readers: number } | 'answer'

export interface Read {
  readonly loads: number
  /** The names of the commands sent to Redis, on all connections. */
  readonly commands: readonly string[]
  /** How many `get`s were answered with each value. */
  readonly answers: readonly (readonly [value: string, gets: number])[]
}

/** The first one says which Keyv is installed. `asked`: Redis has been asked who may load the key. */
export type Word = 'Keyv 5' | 'Keyv 6' | 'asked' | Read

const [url = '', version = ''] = process.argv.slice(2)
// Whoever has Keyv 5 installed gets that one by this name.
if (version === '5') register(`data:text/javascript,${encodeURIComponent(keyv5ForKeyv())}`)
const { createKeyv } = await import('@larder/keyv')

let loads = 0
let commands: string[] = []
let mayAnswer: () => void = () => {}
let answering = Promise.resolve()

const client = new Redis(url)
const keyv = createKeyv({
  namespace: 'shop',
  store: redisStore(client, { timeout: '8s' }),
  storeTimeout: '8s',
  // The machine may be slow.
  timeout: '20s',
  waitTimeout: '60s',
  load: async (keys) => {
    loads++
    await answering
    return keys.map((key) => ({ key, by: process.pid, at: new Date(0) }))
  },
})
// Scripts are loaded, the way to Redis is open and its time known.
await keyv.get('to begin with')

tracingChannel('ioredis:command').start.subscribe((event) => {
  commands.push((event as { command: string }).command)
})
process.on('message', (order: Order) => (order === 'answer' ? mayAnswer() : void read(order)))
process.on('disconnect', () => void leave())
// Only the older one has this.
tell('opts' in keyv ? 'Keyv 5' : 'Keyv 6')

async function read({ key, readers }: Exclude<Order, 'answer'>): Promise<void> {
  loads = 0
  commands = []
  answering = new Promise((resolve) => {
    mayAnswer = resolve
  })
  const answers = new Map<string, number>()
  const gets = Array.from({ length: readers }, async () => {
    const answer = textOf(await keyv.get(key))
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  })
  while (!commands.includes('evalsha')) await new Promise((resolve) => setImmediate(resolve))
  tell('asked')
  await Promise.all(gets)
  tell({ loads, commands, answers: [...answers] })
}

/** A Date that became text shows. */
function textOf(value: unknown): string {
  const { at, ...others } = Object(value)
  return JSON.stringify({ ...others, at: at instanceof Date ? 'a Date' : at })
}

function tell(word: Word): void {
  process.send?.(word)
}

async function leave(): Promise<void> {
  await keyv.disconnect()
  client.disconnect()
}

function keyv5ForKeyv(): string {
  return `export const resolve = (name, context, next) => next(name === 'keyv' ? 'keyv5' : name, context)`
}
