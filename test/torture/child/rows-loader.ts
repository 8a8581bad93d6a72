/** The cache under torture, with its one loader, at version 1 or 2. */
import { setTimeout } from 'node:timers/promises'
import type { Cache, Loader } from '@larder/core'
import type { Row } from '../history.ts'
import type { Link } from '../link.ts'
import { now } from '../moment.ts'
import type { Assignment, FleetAnswers, FleetAsks } from '../protocol.ts'
import * as settings from '../settings.ts'
import { createBrokenCache } from './broken.ts'
import { openStore } from './open-store.ts'
import type { Witness } from './witness.ts'

/** Version 1's shape is the row itself; version 2 wraps it. */
export type Shape = Row | { readonly row: Row }

export interface RowsLoader {
  readonly cache: Cache
  readonly loader: Loader<string, Shape>
  toShape(row: Row): Shape
  /** Resolves when the store answers. */
  connect(): Promise<void>
  close(): Promise<void>
}

export function openRows(
  assignment: Assignment,
  witness: Witness,
  link: Link<FleetAsks, FleetAnswers>,
): RowsLoader {
  const { by, version, near, tags, broken } = assignment
  const { store, end } = openStore(assignment)
  const toShape = (row: Row): Shape => (version === 1 ? row : { row })
  const cache = createBrokenCache(
    {
      namespace: settings.NAMESPACE,
      store: witness.watch(store),
      storeTimeout: settings.STORE_TIMEOUT,
      ...(near && { near: { ttl: settings.NEAR_TTL } }),
    },
    broken,
  )
  witness.listen(cache)

  /** By load: when it began, and of which of its IDs the source said that there is an error. */
  const loads = new Map<
    number,
    { readonly began: number; readonly leased: number | undefined; failed: readonly string[] }
  >()
  const loader = cache.loader<string, Shape>(
    settings.LOADER,
    async (ids, { load }) => {
      const call = { began: now(), leased: witness.useLeases(ids), failed: [] as readonly string[] }
      loads.set(load, call)
      const { numbers, failed } = await link.ask('load', ids)
      call.failed = failed
      if (failed.length === ids.length) throw new Error('the source fails')
      return ids.map((id) =>
        failed.includes(id)
          ? new Error('the source fails for this row')
          : toShape({ id, number: numbers[id] as number, by, load, began: call.began }),
      )
    },
    {
      ttl: settings.TTL,
      grace: settings.GRACE,
      jitter: settings.JITTER,
      version,
      upgrade: version === 1 ? {} : { 1: (row: Row) => ({ row }) },
      timeout: settings.LOAD_TIMEOUT,
      waitTimeout: settings.WAIT_TIMEOUT,
      cooldown: settings.COOL_DOWN,
      maxBatchSize: settings.MAX_BATCH_SIZE,
      ...(tags && { tags: (_: Shape, id: string) => settings.tagsOf(id) }),
    },
  )
  cache.on('load', ({ load, ids, background, error }) => {
    const call = loads.get(load)
    loads.delete(load)
    if (call === undefined) return // The cache was closed before `load` was called.
    const failed = error === undefined ? call.failed : ids
    const { began, leased } = call
    witness.note({ kind: 'load', by, version, load, ids, failed, background, leased, began, ended: now() })
  })

  return {
    cache,
    loader,
    toShape,
    async connect() {
      while (
        !(await store.readMany(settings.IDS.map(settings.keyPrefixOf)).then(
          () => true,
          () => false,
        ))
      )
        await setTimeout(10)
    },
    async close() {
      await cache.close()
      end()
    },
  }
}

export function rowOf(shape: Shape): Row {
  return 'row' in shape ? shape.row : shape
}
