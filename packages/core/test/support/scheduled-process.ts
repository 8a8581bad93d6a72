/** A process of a scheduled world: a cache with one loader, whose commands and loads take their turns. */
import type { Loader, Store } from '@larder/core'
import { wire } from '../../src/cache/create-cache.ts'
import { resolveCacheOptions } from '../../src/options/resolve-cache-options.ts'
import { givenIfYounger } from '../../src/read/flights.ts'
import { type Row, tagsOf } from './growing-source.ts'
import { type Schedules, scheduledStore } from './scheduled-store.ts'
import { type Setting, timeoutsOf } from './setting.ts'

export interface World extends Schedules {
  load(process: string, ids: readonly string[]): Promise<(Row | null)[]>
  /** The process has got no answer from the store. */
  unanswered(what: string): void
}

export class ScheduledProcess {
  readonly name: string
  readonly rows: Loader<string, Row>
  readonly invalidateTags: (tags: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
  #isCutOff = false
  #failures = 0

  constructor(name: string, version: number, shared: Store, setting: Setting, world: World) {
    this.name = name
    const { storeTimeout, ...timeouts } = timeoutsOf(setting)
    const store = scheduledStore(shared, name, world, (sentAt) => {
      if (world.clock.monotonic() < sentAt + storeTimeout) this.#isCutOff = false
    })
    const near = setting.near === undefined ? {} : { near: { ttl: setting.near } }
    const settings = resolveCacheOptions({
      namespace: 'shop',
      store,
      clock: world.clock,
      storeTimeout,
      ...near,
    })
    const cache = wire(settings, setting.rule ?? givenIfYounger)
    cache.on('store-error', ({ operation, error }) => {
      this.#isCutOff = true
      this.#failures++
      world.unanswered(`${name}: ${operation} failed: ${error.cause}`)
    })
    cache.on('load', ({ background }) => background && world.air.meet('a refresh'))
    cache.on('fill-refused', () => world.air.meet('a refused fill'))
    cache.on('upgraded', () => world.air.meet('an upgrade'))
    this.rows = cache.loader('row', (ids: readonly string[]) => world.load(name, ids), {
      ...timeouts,
      version,
      upgrade: Object.fromEntries(Array.from({ length: version - 1 }, (_, i) => [i + 1, (row: Row) => row])),
      ttl: setting.ttl ?? '1s',
      grace: '1m',
      missingTtl: setting.ttl ?? '1s',
      holdAfterInvalidate: setting.hold ?? 0,
      ...(setting.tags && { tags: tagsOf }),
    })
    this.invalidateTags = cache.invalidateTags
    this.close = cache.close
  }

  /** Says, when called, whether the store has failed to answer since, or had failed before and not answered again. */
  watchContact(): () => boolean {
    const [wasCutOff, failures] = [this.#isCutOff, this.#failures]
    return () => wasCutOff || this.#failures > failures
  }
}
