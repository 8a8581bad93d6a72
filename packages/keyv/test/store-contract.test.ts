import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { storeContract } from '@larder/core/testing'
import { type AnyKeyv, keyvStore } from '@larder/keyv'
import { KeyvFile } from 'keyv-file'
import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'
import { versions } from './support/versions.ts'

describe.each(versions)('keyvStore on Keyv $version over a Map', ({ make }) => {
  contractOver(() => {
    const map = new Map()
    return [make({ store: map }), make({ store: map })]
  })
})

describe.each(versions)('keyvStore on Keyv $version with a namespace and a ttl of its own', ({ make }) => {
  contractOver(() => [make({ namespace: 'eu:shop', ttl: 1 })])
})

describe('keyvStore on Keyv 5 without serialization', () => {
  contractOver(() => [new Keyv5({ serialize: undefined as never, deserialize: undefined as never })])
})

describe('keyvStore on Keyv 6 without serialization', () => {
  contractOver(() => [new Keyv6({ serialization: false })])
})

describe.each(versions)('keyvStore on Keyv $version over a file', ({ make }) => {
  let folder: string
  let files = 0

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-keyv-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const newFile = () => join(folder, `${++files}.json`)
  // In a namespace, keyv-file lists nothing on Node 20.
  const open = (filename: string) =>
    make({ store: new KeyvFile({ filename, writeDelay: 0 }), namespace: undefined as never })

  contractOver(() => [open(newFile())])

  test('what was written is there when the file is opened again', async () => {
    const file = newFile()
    const earlier = keyvStore(open(file))
    await earlier.writeMany([{ key: 'a', before: '<', after: '>', life: 60_000, at: 1 }])
    await earlier.close()
    const store = keyvStore(open(file))
    expect(await store.readMany(['a', 'absent'])).toEqual(['<1>', undefined])
    await store.close()
  })
})

function contractOver(make: () => AnyKeyv[]) {
  storeContract({ describe, test }, async () => {
    const [keyv, other] = make() as [AnyKeyv, AnyKeyv?]
    const stores = [keyv, other ?? keyv].map((it) => keyvStore(it))
    const [store, otherStore] = stores as [(typeof stores)[0], (typeof stores)[0]]
    return {
      store,
      other: otherStore,
      plantForeign: async (key) =>
        void (await keyv.setMany([{ key: `larder:${key}`, value: 42 as never, ttl: 60_000 }])),
      close: async () => void (await Promise.all(stores.map((it) => it.close()))),
    }
  }, ['scan'])
}
