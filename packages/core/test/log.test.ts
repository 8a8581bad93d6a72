import { describe, expect, jest, test } from '@jest/globals'
import { type CacheOptions, type LoaderPolicy, memoryStore } from '@larder/core'
import { fail, hang, loaderSpy } from '@larder/core/testing'
import { wordsOf } from '../src/log/error-words.ts'
import { observedCache, outcomeOf } from './support/observed-cache.ts'

/** Stands in values, and in what a source or a codec throws; nowhere else. */
const SECRET = 'xyzzy-4711'

function logged(
  options: Partial<CacheOptions> = {},
  policy: Omit<LoaderPolicy<string, unknown>, 'scope' | 'unscoped'> = {},
) {
  const lines: string[] = []
  const write = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const logger = { warn: write('warn'), error: write('error') }
  const observed = observedCache({ logger, ...options } as never)
  const source = loaderSpy<string, unknown>(
    ['1', '2', '3'].map((id) => [id, { name: `${SECRET} ${id}`, of: { [SECRET]: SECRET } }]),
  )
  const loader = observed.cache.loader('product', source.load, { ttl: '10s', ...policy })
  return { ...observed, lines, source, loader }
}

describe('log lines', () => {
  test('are one a minute for each cause, and say how many more there were', async () => {
    const { lines, store, loader, clock } = logged()
    store.inject(fail(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 'readMany')
    for (let i = 0; i < 4; i++) await loader.load(`${i}`)
    expect(lines).toEqual([
      'warn larder "shop": the store failed to read, reads go on without it: Error ECONNREFUSED',
    ])
    await clock.advance(59_000)
    expect(lines).toHaveLength(1)
    await clock.advance(1_000)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/ECONNREFUSED \(3 times since the last such line\)$/)
    await clock.advance(600_000)
    expect(lines).toHaveLength(2)
    await loader.load('9')
    expect(lines).toHaveLength(3)
  })

  test('that are due are written when the cache closes, and no timer is left (law 11)', async () => {
    const { lines, store, loader, cache, clock } = logged()
    store.inject(fail(), 'readMany')
    for (let i = 0; i < 3; i++) await loader.load(`${i}`)
    await cache.close()
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('(2 times since the last such line)')
    expect(clock.timers).toBe(0)
  })

  test('tell each cause, and nothing of a value, whatever is thrown', async () => {
    const all: string[] = []
    const collect = ({ lines }: { readonly lines: readonly string[] }) => all.push(...lines)
    const thrown = () => {
      throw new TypeError(`cannot read ${SECRET}`)
    }

    const failing = logged({}, { source: { circuit: { minimum: 3, failures: 1 } } })
    failing.source.inject(fail(new Error(SECRET)))
    for (let i = 0; i < 4; i++) await outcomeOf(failing.loader.load(`${i}`))
    failing.store.injectEverywhere(fail(new Error(`ERR unknown command, with args: ${SECRET}`)))
    await outcomeOf(failing.loader.invalidate('1'))
    await failing.cache.close()
    collect(failing)

    const odd = logged()
    odd.source.rows.set('1', { [`${SECRET}@example.com`]: { f: () => SECRET } })
    await odd.loader.load('1')
    await odd.store.writeMany([{ key: 'shop:{product//2}:v1', before: SECRET, after: '', life: 1_000 }])
    await odd.loader.load('2')
    const codec = { encode: (value: unknown) => value, decode: thrown }
    await outcomeOf(odd.cache.loader('coded', odd.source.load, { codec }).load('3'))
    collect(odd)

    const store = memoryStore()
    const old = logged({ store })
    await old.loader.load('1')
    const next = logged({ store }, { version: 2, upgrade: { 1: thrown } })
    await next.loader.load('1')
    collect(next)

    const busy = logged({}, { source: { concurrency: 1, queue: 0 }, maxBatchSize: 1 })
    busy.source.inject(hang())
    const reads = [outcomeOf(busy.loader.load('1')), outcomeOf(busy.loader.load('2'))]
    await busy.clock.advance(4_000)
    await Promise.all(reads)
    collect(busy)

    const shadowed = logged({ mode: 'shadow', shadow: { sample: 1 } })
    for (let i = 0; i < 2; i++) {
      await shadowed.loader.load('1')
      await shadowed.clock.advance(1_000)
      shadowed.source.rows.set('1', { name: `${SECRET} changed` })
    }
    shadowed.cache.setMode('on', 'product')
    collect(shadowed)

    const expected = [
      /^warn .*: loader "product": loading "0" has failed once; it cools down$/,
      /^warn .*: the circuit of source "product" is open$/,
      /^warn .*: the store failed to invalidate, reads go on without it: Error$/,
      /^error .*: an invalidation is lost, of "1"$/,
      /^warn .*: a value cannot be stored, \[…\]\.f is a function$/,
      /^warn .*: what lies under "2" is no entry$/,
      /^warn .*: loader "coded": a value cannot be stored, it could not be decoded by its codec$/,
      /^warn .*: upgrade from version 1 failed for "1": TypeError$/,
      /^warn .*: Loader "product": too many loads of the source "product" are waiting; /,
      /^error .*: the cache would have served something else for "1", at name; the entry is fresh, 2000 ms old$/,
      /^warn .*: mode on from now on, loader "product"$/,
    ]
    for (const line of expected) expect(all).toContainEqual(expect.stringMatching(line))
    expect(all.filter((line) => line.includes(SECRET) || line.includes('\n'))).toEqual([])
  })

  test('show IDs on one line and in quotes, or as `redact` says', async () => {
    const nasty = `1\n\u001b[2J"${'x'.repeat(500)}`
    const plain = logged()
    plain.source.inject(fail(new Error('down')))
    await outcomeOf(plain.loader.load(nasty))
    expect(plain.lines).toHaveLength(1)
    expect(plain.lines[0]).toContain('loading "1\\n\\u001b[2J\\"xxx')
    expect(plain.lines[0]?.length).toBeLessThan(300)
    expect(plain.lines[0]).not.toMatch(/\p{Cc}/u)

    const redactions: (() => unknown)[] = [() => '***', () => 42, () => JSON.parse('{')]
    for (const [i, redact] of redactions.entries()) {
      const { lines, source, loader } = logged({ redact: redact as never })
      source.inject(fail(new Error('down')))
      await outcomeOf(loader.load('ann'))
      expect(lines[0]).toContain(`loading ${i === 0 ? '"***"' : 'an ID'} has failed`)
      expect(lines[0]).not.toContain('ann')
    }
  })

  test('harm nothing where the logger throws', async () => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const logger = {
      warn() {
        throw new Error('disk full')
      },
      error() {},
    }
    const { store, loader } = logged({ logger })
    store.inject(fail(), 'readMany')
    expect(await loader.load('none')).toBeNull()
    expect(emitWarning.mock.calls).toEqual([['The logger threw: disk full', 'LarderWarning']])
    emitWarning.mockRestore()
  })

  test('end with the mode that holds, however often it is switched, and tell of none that held already', async () => {
    const { lines, cache, clock } = logged()
    cache.setMode('on')
    cache.setMode('bypass')
    await clock.advance(30_000)
    cache.setMode('shadow')
    cache.setMode('on')
    await clock.advance(120_000)
    expect(lines).toEqual([
      expect.stringMatching(/mode bypass from now on, all loaders$/),
      expect.stringMatching(/mode on from now on, all loaders \(2 times since the last such line\)$/),
    ])
  })

  test('tell of invalidations of tags that are lost', async () => {
    const { lines, cache, store, clock } = logged()
    store.inject(fail(), 'mark')
    await outcomeOf(cache.invalidateTags(['a', 'b']))
    const closed = cache.close()
    await clock.advance(5_000)
    await closed
    expect(lines).toContainEqual(
      expect.stringMatching(/^error .*: invalidations are lost, of 2 tags and of all that 0 loaders have$/),
    )
  })

  test('need a logger', () => {
    const refused = (options: object) =>
      expect(() => logged(options)).toThrow(/createCache: (logger|redact): expected/)
    refused({ logger: { warn() {} } })
    refused({ logger: console.log })
    refused({ redact: 'no' })
    refused({ logger: undefined, redact: () => '' })
  })
})

test('of an error that is not Larder’s, the name and the code are told', () => {
  const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' })
  expect(wordsOf(reply('OOM command not allowed'))).toBe('ReplyError OOM')
  expect(wordsOf(Object.assign(new Error(SECRET), { code: SECRET }))).toBe('Error')
  expect(wordsOf(Object.assign(new Error(SECRET), { code: 'EPIPE' }))).toBe('Error EPIPE')
  expect(wordsOf(SECRET)).toBe('what is no Error')
})
