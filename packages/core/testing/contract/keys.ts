/** Any text without lone surrogates is a key, and no two of them are the same one. */
import assert from 'node:assert/strict'
import { type LeasesUnderTest, newToken, type Promises, type StoreUnderTest } from './subject.ts'

const ODD_KEYS = [
  ...['shop:{product//42}:v1', 'shop:{product//42}:v2', 'shop:{product//42}:lease', '{', '}', '{}', '{a}{b}'],
  ...[
    ' ',
    ' a',
    'a ',
    'a',
    'A',
    'a:b',
    'a/b',
    'a\\b',
    'a%2Fb',
    'a|b',
    'a,b',
    'a.b',
    'a-b',
    '"',
    "'",
    '`',
    '$a',
    '#',
  ],
  ...[
    '*',
    '?',
    '[a]',
    '[^a]',
    '\\',
    '\\*',
    '^',
    '\0',
    'a\0',
    'a\0b',
    '\n',
    '\r\n',
    '\t',
    '\u007f',
    '\u200b',
    '\ufeff',
  ],
  ...['\u00e9', 'e\u0301', 'ß', 'ss', 'ﬁ', 'fi', 'İ', 'i', '日本', '🦊', '👩‍👩‍👧', '\u202eabc'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '0', '-0', '00', '1e3', 'true'],
  'k'.repeat(1_000),
]

export function keysContract(promises: Promises<StoreUnderTest>): void {
  promises('every key is its own, whatever characters it holds', async ({ store }) => {
    await store.writeMany(
      ODD_KEYS.map((key, i) => ({ key, before: `${i}:`, after: `,${key}`, life: 60_000, at: 1 })),
    )
    const expected = ODD_KEYS.map((key, i) => `${i}:1,${key}`)
    assert.deepEqual(await store.readMany(ODD_KEYS), expected)
    for (const [i, key] of ODD_KEYS.entries()) assert.deepEqual(await store.readMany([key]), [expected[i]])
  })

  promises('deleting a key deletes no other', async ({ store }) => {
    await store.writeMany(ODD_KEYS.map((key) => ({ key, before: '', after: '', life: 60_000, at: 1 })))
    for (const [i, key] of ODD_KEYS.entries()) {
      assert.deepEqual(await store.deleteMany([key]), [true])
      assert.deepEqual(
        await store.readMany(ODD_KEYS),
        ODD_KEYS.map((_, j) => (j <= i ? undefined : '1')),
      )
    }
  })
}

async function scan(store: StoreUnderTest['store'], prefix: string): Promise<string[]> {
  assert(store.scan, 'scan is offered')
  const keys = new Set<string>()
  for await (const key of store.scan(prefix)) keys.add(key)
  return [...keys].sort()
}

export function scanContract(promises: Promises<StoreUnderTest>): void {
  const write = (key: string) => ({ key, before: '', after: '', life: 60_000 })

  promises('scan finds the keys that begin with the prefix, and no others', async ({ store }) => {
    await store.writeMany(['shop:a', 'shop:b', 'shop', 'Shop:c', 'workshop:d'].map(write))
    assert.deepEqual(await scan(store, 'shop:'), ['shop:a', 'shop:b'])
    assert.deepEqual(await scan(store, 'none:'), [])
  })

  promises('scan finds thousands of keys', async ({ store }) => {
    const keys = Array.from({ length: 5_000 }, (_, i) => `many:${i}`).sort()
    await store.writeMany([...keys.map(write), write('other:1')])
    assert.deepEqual(await scan(store, 'many:'), keys)
  })

  promises('scan takes every character of its prefix as it is', async ({ store }) => {
    await store.writeMany([...ODD_KEYS.map((key) => write(`${key}/1`)), write('xyz')])
    for (const key of ODD_KEYS) {
      const expected = ODD_KEYS.map((other) => `${other}/1`).filter((other) => other.startsWith(key))
      assert.deepEqual(await scan(store, key), expected.sort())
    }
  })
}

export function scanLeasesContract(promises: Promises<LeasesUnderTest>): void {
  promises('scan finds the keys of leases that are held', async ({ store, leases }) => {
    const wish = { token: newToken(), seen: undefined, life: 60_000 }
    await leases.acquire([
      { ...wish, lease: 'shop:{a}:lease', keys: ['shop:{a}:v1'] },
      { ...wish, lease: 'other:{b}:lease', keys: ['other:{b}:v1'] },
    ])
    await store.writeMany([{ key: 'shop:{c}:v1', before: '', after: '', life: 60_000 }])
    assert.deepEqual(await scan(store, 'shop:'), ['shop:{a}:lease', 'shop:{c}:v1'])
  })
}
