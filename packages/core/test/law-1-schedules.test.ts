/** Law 1 in every order of events: readers and nothing else, so that each key is to be loaded once and for all. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { plans } from './support/commands.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { runWorld } from './support/scheduled-world.ts'
import { PATIENCE, search } from './support/search.ts'
import type { Setting } from './support/setting.ts'

atMost(1, 'in one process', { versions: [1], store: withoutBus })
atMost(1, 'in three processes, every message lost', { versions: [1, 1, 1], store: withoutBus })
atMost(1, 'in three processes, messages late', { versions: [1, 1, 1], store: (store) => store })
atMost(1, 'in three processes with near caches', {
  versions: [1, 1, 1],
  store: (store) => store,
  near: 500,
})
atMost(2, 'in two processes at two versions: once for each', { versions: [1, 2], store: withoutBus })
atMost(3, 'in three processes, their store without leases', { versions: [1, 1, 1], store: withoutLeases })

function atMost(times: number, name: string, setting: Setting): void {
  test(
    `law 1: a key is loaded ${times === 1 ? 'once' : `at most ${times} times`} ${name}`,
    async () => {
      const processes = setting.versions.length
      const met = new Set<number>()
      const property = fc.asyncProperty(
        plans(processes, ['read']),
        fc.scheduler(),
        async (plan, scheduler) => {
          const { violations, loads } = await runWorld(scheduler, plan, { ...setting, ttl: '1h' }, new Map())
          expect(violations).toEqual([])
          for (const count of loads.values()) {
            expect(count).toBeLessThanOrEqual(times)
            met.add(count)
          }
        },
      )
      await fc.assert(property, search)
      expect({ ...search, most: Math.max(...met) }).toEqual({ ...search, most: times })
    },
    PATIENCE,
  )
}
