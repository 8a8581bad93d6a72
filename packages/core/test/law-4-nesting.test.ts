/** Loads within loads: how long a load is around what it has started, and batches that wait for each other. */
import { describe, expect, test } from '@jest/globals'
import type { Cache, LoaderPolicy } from '@larder/core'
import { barrier } from '@larder/core/testing'
import { observedCache, outcomeOf } from './support/observed-cache.ts'

type Policy = Omit<LoaderPolicy<string, string>, 'scope' | 'unscoped'>

describe('what a load has started and does not wait for', () => {
  /** Loads `first`, and answers how to run something that it has started, long after it has ended. */
  async function pollerOf(cache: Cache, source: NonNullable<Policy['source']>) {
    let run: ((work: () => void) => void) | undefined
    const first = cache.loader(
      'first',
      async (ids: readonly string[]) => {
        const poll = barrier()
        let due = () => {}
        void poll.pass().then(() => due())
        run = (work) => {
          due = work
          poll.open()
        }
        return ids
      },
      { source },
    )
    await first.load('a')
    return run as NonNullable<typeof run>
  }

  test('law 4: keeps to the limit once that load has ended', async () => {
    const { cache, clock } = observedCache()
    const source = { name: 'db', concurrency: 2 }
    const slow = barrier()
    const rows = cache.loader(
      'row',
      async (ids: readonly string[]) => {
        await slow.pass()
        return ids
      },
      { source, maxBatchSize: 1 },
    )
    const run = await pollerOf(cache, source)
    const reads: Promise<unknown>[] = []
    await new Promise<void>((resolve) =>
      run(() => {
        for (let i = 0; i < 10; i++) reads.push(rows.load(`${i}`))
        resolve()
      }),
    )
    await clock.advance(0)
    expect(slow.waiting).toBe(2)
    slow.open()
    await Promise.all(reads)
  })

  test('law 4: is refused by the circuit of its source', async () => {
    const { cache } = observedCache()
    const source = { name: 'db', circuit: { minimum: 3, retryAfter: '1h' } } as const
    let calls = 0
    const rows = cache.loader(
      'row',
      async () => {
        calls++
        throw new Error('down')
      },
      { source },
    )
    const run = await pollerOf(cache, source)
    for (const id of ['1', '2']) await outcomeOf(rows.load(id))
    const outcome = await new Promise<unknown>((resolve) => run(() => resolve(outcomeOf(rows.load('3')))))
    expect(outcome).toMatchObject({ error: { code: 'LARDER_CIRCUIT_OPEN' } })
    expect(calls).toBe(2)
  })
})

describe('a load that asks for a key of its own batch', () => {
  /** A tree, in which the path of a category is made from that of its parent. */
  function tree(parents: Record<string, string>, policy: Policy = {}) {
    const observed = observedCache()
    const calls: string[][] = []
    const categories = observed.cache.loader(
      'category',
      async (ids: readonly string[]): Promise<string[]> => {
        calls.push([...ids])
        const pathOf = async (id: string) => {
          const parent = parents[id]
          return parent === undefined ? id : `${await categories.load(parent)}/${id}`
        }
        return Promise.all(ids.map(pathOf))
      },
      { ttl: '1h', ...policy },
    )
    return { ...observed, categories, calls }
  }

  test('law 4: loads that key by itself, and does not wait for itself', async () => {
    const { categories, calls, clock } = tree({ child: 'root' })
    expect(await categories.loadMany(['child', 'root'])).toEqual(['root/child', 'root'])
    expect(calls).toEqual([['child', 'root'], ['root']])
    await clock.advance(0)
    expect(await categories.loadMany(['child', 'root'])).toEqual(['root/child', 'root'])
    expect(calls.length).toBe(2)
  })

  test('law 4: so does one that is several levels deep, or has one slot', async () => {
    const { categories, calls } = tree({ c: 'b', b: 'a' }, { source: { concurrency: 1 } })
    expect(await categories.loadMany(['c', 'b', 'a'])).toEqual(['a/b/c', 'a/b', 'a'])
    // a for b, b for c, a for that.
    expect(calls.length).toBe(4)
  })

  test('law 4: warming and refreshing do so, too', async () => {
    const { categories, clock, calls } = tree({ child: 'root' }, { ttl: '10s', grace: '1h' })
    expect(await categories.warm(['child', 'root'])).toMatchObject({ loaded: 2 })
    expect(calls).toEqual([['child', 'root'], ['root']])
    await clock.advance(11_000)
    expect(await categories.loadMany(['child', 'root'])).toEqual(['root/child', 'root'])
    await clock.advance(0)
    // The parent could be served, stale as it was.
    expect(calls.slice(2)).toEqual([['child', 'root']])
  })

  test('law 4: a key whose load waits for itself ends at `timeout`, after few calls', async () => {
    for (const ids of [['x'], ['x', 'y']]) {
      const { categories, calls, clock } = tree({ x: 'y', y: 'x' }, { timeout: '1s' })
      const read = categories.loadMany(ids)
      await clock.advance(5_000)
      expect((await read).map((answer) => (answer as Error).name)).toEqual(
        ids.map(() => 'SourceTimeoutError'),
      )
      expect(calls.length).toBeLessThanOrEqual(2 + 2 * ids.length)
    }
  })

  test('law 4: asking for all of it again and again ends, too', async () => {
    const { cache, clock } = observedCache()
    let calls = 0
    const rows = cache.loader(
      'row',
      async (ids: readonly string[]): Promise<string[]> => {
        calls++
        return (await rows.loadMany(['a', 'b'])).map((row, i) => `${ids[i]} ${row}`)
      },
      { timeout: '1s' },
    )
    const read = rows.loadMany(['a', 'b'])
    await clock.advance(5_000)
    for (const answer of await read) expect(answer).toBeInstanceOf(Error)
    expect(calls).toBeLessThanOrEqual(6)
  })
})

test('law 4: batches of two loaders that need keys of each other are both answered', async () => {
  const { cache } = observedCache()
  const both = barrier()
  const link = (name: string, other: () => { load(id: string): Promise<unknown> }, at: string, to: string) =>
    cache.loader(name, async (ids: readonly string[]): Promise<string[]> => {
      if (ids.length > 1) await both.pass()
      return Promise.all(ids.map(async (id) => (id === at ? `${id} of ${await other().load(to)}` : id)))
    })
  const x: ReturnType<typeof link> = link('x', () => y, 'x1', 'y1')
  const y: ReturnType<typeof link> = link('y', () => x, 'y2', 'x2')
  const reads = [x.loadMany(['x1', 'x2']), y.loadMany(['y1', 'y2'])]
  await both.arrived(2)
  both.open()
  expect(await Promise.all(reads)).toEqual([
    ['x1 of y1', 'x2'],
    ['y1', 'y2 of x2'],
  ])
})

test('law 4: a load may wait for warming of its own source', async () => {
  const { cache, clock } = observedCache()
  const source = { name: 'db', concurrency: 1 }
  const children = cache.loader('child', async (ids: readonly string[]) => ids, { source })
  const parents = cache.loader(
    'parent',
    async (ids: readonly string[]) => {
      const { loaded } = await children.warm(['1', '2'])
      return ids.map(() => loaded)
    },
    { source },
  )
  const read = parents.load('a')
  await clock.advance(0)
  expect(await read).toBe(2)
})
