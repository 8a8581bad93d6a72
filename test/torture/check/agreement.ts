/** After quiet, store and source agree: what every reader is given, and what lies in Redis, is what the source holds. */
import { parseEntry } from '@larder/core/internal/entry/entry'
import { tagKey } from '@larder/core/internal/entry/key'
import { markedAt } from '@larder/core/internal/tags/marker'
import type { Row, Violation } from '../history.ts'
import type { RedisNode } from '../redis-node.ts'
import type { Rows } from '../rows.ts'
import { LOADER, NAMESPACE } from '../settings.ts'

export function judgeRead(rows: readonly Row[], by: number, source: Rows): Violation[] {
  return disagreeing(rows, source).map((row) => {
    const evidence = { by, row, source: source.number(row.id) }
    return { law: 3, what: 'after quiet, a read disagrees with the source', evidence }
  })
}

export async function judgeStore(nodes: readonly RedisNode[], source: Rows): Promise<Violation[]> {
  // All nodes are of one machine, and so have one time.
  const markers = new Map((await Promise.all(nodes.map(markersAt))).flat())
  const entries = (await Promise.all(nodes.map(entriesAt))).flat()
  const rows = entries.filter((entry) => !isDead(entry, markers)).map(rowIn)
  return disagreeing(rows, source).map((row) => {
    const evidence = { row, source: source.number(row.id) }
    return { law: 3, what: 'after quiet, the store disagrees with the source', evidence }
  })
}

/** Key by key: those of a Cluster's node lie in many slots. */
async function entriesAt({ admin }: RedisNode): Promise<string[]> {
  const keys = (await admin.keys(`${NAMESPACE}:{${LOADER}/*`)).filter((key) => /:v\d+$/.test(key))
  const entries = await Promise.all(keys.map((key) => admin.get(key)))
  return entries.filter((entry) => entry !== null)
}

/** Whether a tag of it was invalidated after its load began: then it lies there until it is overwritten. */
function isDead(stored: string, markers: ReadonlyMap<string, number>): boolean {
  const { tags = [], began = 0 } = parseEntry(stored) ?? {}
  return tags.some((tag) => (markers.get(tagKey(NAMESPACE, tag)) ?? -1) >= began)
}

async function markersAt({ admin }: RedisNode): Promise<[key: string, at: number][]> {
  const keys = await admin.keys(`${NAMESPACE}:tag:*`)
  const texts = await Promise.all(keys.map((key) => admin.get(key)))
  return keys.map((key, i) => [key, markedAt(texts[i] ?? '')])
}

function disagreeing(rows: readonly Row[], source: Rows): Row[] {
  return rows.filter(({ id, number }) => number !== source.number(id))
}

/** Of either version: a header of one line, then JSON. */
function rowIn(entry: string): Row {
  const value = JSON.parse(entry.slice(entry.indexOf('\n') + 1))
  return value.row ?? value
}
