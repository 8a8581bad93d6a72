/** After quiet, store and source agree: what every reader is given, and what lies in Redis, is what the source holds. */
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
  const rows = (await Promise.all(nodes.map(rowsAt))).flat()
  return disagreeing(rows, source).map((row) => {
    const evidence = { row, source: source.number(row.id) }
    return { law: 3, what: 'after quiet, the store disagrees with the source', evidence }
  })
}

/** Key by key: those of a Cluster's node lie in many slots. */
async function rowsAt({ admin }: RedisNode): Promise<Row[]> {
  const keys = (await admin.keys(`${NAMESPACE}:{${LOADER}/*`)).filter((key) => /:v\d+$/.test(key))
  const entries = await Promise.all(keys.map((key) => admin.get(key)))
  return entries.filter((entry) => entry !== null).map(rowIn)
}

function disagreeing(rows: readonly Row[], source: Rows): Row[] {
  return rows.filter(({ id, number }) => number !== source.number(id))
}

/** Of either version: a header of one line, then JSON. */
function rowIn(entry: string): Row {
  const value = JSON.parse(entry.slice(entry.indexOf('\n') + 1))
  return value.row ?? value
}
