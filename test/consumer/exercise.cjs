const assert = require('node:assert/strict')
const { isDate } = require('node:util/types')

/** What an application does with the packages, however it has loaded them. */
module.exports = async function exercise({ core, testing, redis, apollo }) {
  const clock = testing.manualClock()
  const source = testing.loaderSpy([['42', { name: 'Jam', since: new Date('2020-02-02') }]])
  const cache = core.createCache({ namespace: 'consumer', clock })
  const products = cache.loader('product', source.load, { ttl: '1m', jitter: 0 })

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
  await cache.close()

  assert.equal(typeof redis.redisStore, 'function')
  assert.equal(typeof apollo.larder({ cache, loaders: { products } }).requestDidStart, 'function')
}
