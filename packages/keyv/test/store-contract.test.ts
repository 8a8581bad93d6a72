import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { storeContract } from '@larder/core/testing'
import { type AnyKeyv, keyvStore } from '@larder/keyv'
import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'
import { KeyvFile } from 'keyv-file'
import { type Settings, versions } from './support/versions.ts'

const compression = {
  compress: async (text: string) => (await promisify(gzip)(text)).toString('base64'),
  decompress: async (text: string) => String(await promisify(gunzip)(Buffer.from(text, 'base64'))),
}

describe.each(versions)('keyvStore on Keyv $version over a Map', ({ make }) => {
  const settings: readonly [string, Settings][] = [
    ['as it comes', {}],
    ['in a namespace', { namespace: 'shop' }],
    ['in a namespace with a colon', { namespace: 'eu:shop' }],
    ['in the namespace larder', { namespace: 'larder' }],
    ['without a namespace', { namespace: undefined as never }],
    ['with a ttl of its own', { ttl: 1 }],
    ['with compression', { compression }],
  ]
  describe.each(settings)('%s', (_, given) => {
    contractOver(() => {
      const map = new Map()
      return [make({ ...given, store: map }), make({ ...given, store: map })]
    })
  })
})

describe('keyvStore on Keyv 5 without serialization', () => {
  contractOver(() => [new Keyv5({ serialize: undefined as never, deserialize: undefined as never })])
})

describe('keyvStore on Keyv 6 without serialization', () => {
  contractOver(() => [new Keyv6({ serialization: false })])
})

describe('keyvStore on Keyv 5 that throws on errors', () => {
  contractOver(() => [new Keyv5({ throwOnErrors: true, emitErrors: false })])
})

describe.each(versions)('keyvStore on Keyv $version over a file', ({ make }) => {
  let folder: string
  let files = 0

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-keyv-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  contractOver(() => {
    const filename = join(folder, `${++files}.json`)
    // keyv-file lists no namespace on Node 20.
    return [make({ store: new KeyvFile({ filename, writeDelay: 0 }), namespace: undefined as never })]
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
