/** One process of a fleet: reads a key again and again when it is told to, and tells what it cost. */
import { setTimeout } from 'node:timers/promises'
import { Link } from '../../torture/link.ts'
import type { ContenderName } from '../contenders/index.ts'
import { CONTENDERS } from '../contenders/index.ts'
import { CountedRedis } from '../counted-redis.ts'
import type { SourceAsks } from '../process.ts'
import { NO_CIRCUIT } from '../settings.ts'
import { Tally, type Told } from '../tally.ts'

export interface Assignment {
  readonly contender: ContenderName
  readonly port: number
}

export interface ReaderAsks {
  /** Resolves when the store and the source have been used. */
  connect(): void
  read(ask: { readonly id: string; readonly times: number; readonly pause: number }): {
    readonly tally: Told
    readonly commands: number
  }
}

const { contender, port }: Assignment = JSON.parse(process.argv[2] as string)
const { client: options, open } = CONTENDERS[contender]
const client = new CountedRedis({ ...options, port })
const cached = open(client, (ids) => link.ask('load', ids), { source: NO_CIRCUIT })

const link: Link<SourceAsks, ReaderAsks> = new Link<SourceAsks, ReaderAsks>(process, {
  async connect() {
    await cached.read(['to begin with'])
  },
  async read({ id, times, pause }) {
    const tally = new Tally()
    client.commands = 0
    for (let i = 0; i < times; i++) {
      await tally.read(cached, [id])
      await setTimeout(pause)
    }
    return { tally: tally.toJSON(), commands: client.commands }
  },
})
process.on('disconnect', () => process.exit())
