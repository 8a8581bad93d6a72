/** Which node of a Cluster serves which rows, as the nodes have it, and the moving of slots, with their keys, from one to another. */
import { setTimeout } from 'node:timers/promises'
import { slotOf } from '@larder/redis/internal/slot'
import type { Dice } from '../support/dice.ts'
import { slotMigration } from '../support/slot-migration.ts'
import type { RedisNode } from './redis-node.ts'
import { HOT, IDS, keyPrefixOf } from './settings.ts'

const MOST_SLOTS = 3
/** Between the steps of a migration, ms: the slot, and the keys of one row in it, are in two places meanwhile. */
const PAUSE = { least: 0, most: 40 }

export class Placement {
  readonly #nodes: readonly RedisNode[]
  readonly #owners: Map<string, RedisNode>

  constructor(nodes: readonly RedisNode[], owners: Map<string, RedisNode>) {
    this.#nodes = nodes
    this.#owners = owners
  }

  /** The rows that the node serves now. */
  rowsOf(node: RedisNode): readonly string[] {
    return IDS.filter((id) => this.#owners.get(id) === node)
  }

  /** Moves the slots of some hot rows, each to another node. Resolves with all rows in those slots. */
  async moveSome(dice: Dice): Promise<readonly string[]> {
    const moved: string[] = []
    for (const id of dice.some(HOT, MOST_SLOTS)) moved.push(...(await this.#move(slotOfRow(id), dice)))
    return moved
  }

  async #move(slot: number, dice: Dice): Promise<readonly string[]> {
    const rows = IDS.filter((id) => slotOfRow(id) === slot)
    const source = this.#owners.get(rows[0] as string) as RedisNode
    const target = dice.pick(this.#nodes.filter((node) => node !== source))
    const servers = this.#nodes.map(({ server }) => server)
    const migration = slotMigration(servers, slot, source.server, target.server)
    const pause = () => setTimeout(dice.between(PAUSE.least, PAUSE.most))
    await migration.begin()
    do await pause()
    while ((await migration.moveKeys({ count: 1 })) > 0)
    await pause()
    await migration.finish()
    for (const id of rows) this.#owners.set(id, target)
    return rows
  }
}

export async function placeRows(nodes: readonly RedisNode[]): Promise<Placement> {
  const ranges = (await nodes[0]?.admin.cluster('SLOTS')) ?? []
  const ownerOf = (slot: number) => {
    const port = ranges.find(([from, till]) => from <= slot && slot <= till)?.[2]?.[1]
    return nodes.find(({ server }) => server.port === port) as RedisNode
  }
  return new Placement(nodes, new Map(IDS.map((id) => [id, ownerOf(slotOfRow(id))])))
}

function slotOfRow(id: string): number {
  return slotOf(keyPrefixOf(id))
}
