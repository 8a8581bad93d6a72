/** Very many entries in a moment: copies of one that a cache has written itself, under the keys that it would give them. */
import { until } from '@larder/test/until'
import { Redis } from 'ioredis'

const SAMPLE = 'sample'
/** A script holds up the server for as long as it runs. */
const COPIES_PER_SCRIPT = 20_000
const COPY = `
for n = tonumber(ARGV[3]), tonumber(ARGV[4]) do
  redis.call('COPY', KEYS[1], ARGV[1] .. string.format('%d', n) .. ARGV[2])
end`

/**
 * Resolves when IDs 0 to `count` − 1 are there, for as long as the one would have been.
 *
 * @param url Of an empty database.
 * @param read Reads one through the cache, which writes it.
 */
export async function fillWithCopies(
  url: string,
  count: number,
  read: (id: string) => Promise<unknown>,
): Promise<void> {
  const redis = new Redis(url)
  await read(SAMPLE)
  // A lease is there first, and goes when the entry comes.
  const isFilled = async () => {
    const keys = await redis.keys('*')
    return keys.length === 1 && !keys[0]?.endsWith(':lease')
  }
  await until(isFilled, 'the sample alone to be in Redis')
  const [key = ''] = await redis.keys('*')
  const [before, after, ...rest] = key.split(SAMPLE)
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new Error(`Expected a key with ${SAMPLE} in it, once; received ${key}.`)
  }
  for (let from = 0; from < count; from += COPIES_PER_SCRIPT) {
    const to = Math.min(from + COPIES_PER_SCRIPT, count) - 1
    await redis.eval(COPY, 1, key, before, after, from, to)
  }
  const held = await redis.dbsize()
  if (held !== count + 1) throw new Error(`Expected ${count + 1} keys in Redis, received ${held}.`)
  await redis.quit()
}
