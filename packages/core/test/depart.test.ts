/** What the reads of one turn have to fetch is loaded together, whatever request they come from. */
import { describe, expect, test } from '@jest/globals'
import { createReport } from '@larder/core'
import { fail } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'
import { scopedLoader } from './support/scoped-loader.ts'

describe('loads that are asked for in one turn', () => {
  test('law 1: are one call, one lease command and one fill, each key once', async () => {
    const { loader, asked, commandsOf } = productLoader()
    const reports = [createReport(), createReport()] as const
    const commands = await commandsOf(async () => {
      const answers = await Promise.all([
        ...['a', 'b', 'a'].map((id) => loader.load(id, { report: reports[0] })),
        loader.loadMany(['b', 'c'], { report: reports[1] }),
      ])
      expect(answers).toEqual(['old a', 'old b', 'old a', ['old b', 'old c']])
    })
    expect(asked()).toEqual([['a', 'b', 'c']])
    expect(commands).toEqual({ readMany: 1, acquire: 1, fill: 1 })
    expect(reports.map(({ loaded, joined }) => [loaded, joined])).toEqual([
      [2, 1],
      [1, 1],
    ])
  })

  test('are calls of maxBatchSize', async () => {
    const { loader, asked } = productLoader({ maxBatchSize: 2 })
    await Promise.all(['a', 'b', 'c'].map((id) => loader.load(id)))
    expect(asked()).toEqual([['a', 'b'], ['c']])
  })

  test('law 6: are calls of their scopes', async () => {
    const { carts, source } = scopedLoader()
    const users = ['ann', 'bob', 'ann']
    await Promise.all(users.map((user, i) => carts.for(user).load(`${i}`)))
    expect(source.calls.map(({ ids, context }) => [context.scope, ids])).toEqual([
      ['ann', ['0', '2']],
      ['bob', ['1']],
    ])
  })

  test('law 4: are one call while the store is out, too', async () => {
    const { loader, asked, store } = productLoader()
    store.injectEverywhere(fail())
    await Promise.all(['a', 'b', 'c'].map((id) => loader.load(id)))
    expect(asked()).toEqual([['a', 'b', 'c']])
  })

  test('fail each by itself where `load` answers so, and all where it throws', async () => {
    const { loader, source } = productLoader()
    source.rows.set('b', new Error('broken row') as never)
    const some = await Promise.all(['a', 'b'].map((id) => outcomeOf(loader.load(id))))
    expect(some).toEqual([{ value: 'old a' }, { error: new Error('broken row') }])
    source.inject(fail(new Error('down')))
    const all = await Promise.all(['c', 'd'].map((id) => outcomeOf(loader.load(id))))
    expect(all).toEqual([{ error: new Error('down') }, { error: new Error('down') }])
  })
})
