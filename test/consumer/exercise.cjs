const assert = require('node:assert/strict')
const { isDate } = require('node:util/types')
const { Keyv } = require('keyv')

/** What an application does with the packages, however it has loaded them. */
module.exports = async function exercise({ core, testing, redis, keyv, apollo, opentelemetry }) {
  const clock = testing.manualClock()
  const source = testing.loaderSpy([['42', { name: 'Jam', since: new Date('2020-02-02') }]])
  const cache = core.createCache({ namespace: 'consumer', clock })
  const products = cache.loader('product', source.load, { ttl: '1m', jitter: 0 })
  const stop = opentelemetry.instrument(cache)

  for (const _ of ['miss', 'hit']) {
    const { name, since } = await products.load('42')
    assert.equal(name, 'Jam')
    assert.ok(isDate(since))
    assert.equal(since.toISOString(), '2020-02-02T00:00:00.000Z')
  }
  assert.equal(source.countOf('42'), 1)

  await clock.advance(61_000)
  await products.load('42')
  assert.equal(source.countOf('42'), 2)
  stop()
  await cache.close()

  const store = keyv.keyvStore(new Keyv())
  const entry = testing.sampleEntry('a', 'a stamp of 16 ch')
  await store.writeMany([entry])
  const [stored] = await store.readMany(['a'])
  assert.ok(stored.startsWith(entry.before))
  await store.close()

  const values = keyv.createKeyv({ load: async (keys) => keys.map((key) => new Map([[key, 1n]])) })
  assert.equal((await values.get('a')).get('a'), 1n)
  await values.disconnect()
  const texts = new Keyv({ store: new keyv.LarderKeyv() })
  assert.equal(await texts.set('a', 'text'), true)
  assert.equal(await texts.get('a'), 'text')
  await texts.disconnect()

  assert.equal(typeof redis.redisStore, 'function')
  assert.equal(typeof apollo.larder({ cache, loaders: { products } }).requestDidStart, 'function')
}
