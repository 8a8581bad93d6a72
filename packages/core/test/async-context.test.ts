/** What the engine keeps of the async context while it loads is not paid for by everyone, all the time. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('./support/promises-bear-ids.ts', import.meta.url))

test('promises are as cheap as without a cache, but while a load runs', async () => {
  // In a process of its own, since Jest has storages of its own.
  const node = ['--conditions=@larder/source', '--import', 'tsx', script]
  const { stdout } = await promisify(execFile)(process.execPath, node, { timeout: 60_000 })
  const { before, during, between, after } = JSON.parse(stdout)
  // From Node 24 on no promise bears one.
  const isBorne = Number.parseInt(process.versions.node, 10) < 24
  expect({ before, during, between, after }).toEqual({
    before: false,
    during: isBorne,
    between: isBorne,
    after: false,
  })
}, 70_000)
