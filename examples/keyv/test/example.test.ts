/** The example as a process of its own: what `start` runs. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, jest, test } from '@jest/globals'
import { startRedis } from '@larder/test/redis-server'

jest.setTimeout(120_000)

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, promised] = readme.match(/\n\n```\n([\s\S]+?)```/) ?? []
const cwd = fileURLToPath(new URL('..', import.meta.url))

/** Resolves when it has ended by itself, with nothing on stderr. */
async function run(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...environment }
  const args = ['--conditions=@larder/source', '--import', 'tsx', 'src/main.ts']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env })
  expect(stderr).toBe('')
  return stdout
}

test('with no server installed, it prints what the README says', async () => {
  expect(await run()).toBe(promised)
})

test('on a Redis it prints the same, and again when it has been there before', async () => {
  const redis = await startRedis()
  try {
    expect(await run({ REDIS_URL: redis.url })).toBe(promised)
    expect(await run({ REDIS_URL: redis.url })).toBe(promised)
  } finally {
    await redis.stop()
  }
})
