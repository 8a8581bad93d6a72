/** The programs as a reader starts them, each in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { until } from '@larder/test/until'

const folder = fileURLToPath(new URL('..', import.meta.url))

function start(...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--conditions=@larder/source', '--import', 'tsx', 'src/main.ts', ...args],
    { cwd: folder },
  )
  const said = { out: '', error: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.error += text
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code) }
}

test('a program says where it listens, and ends when it is told to', async () => {
  const { child, said, ended } = start('federation', '0')
  await until(() => /ready http:/.test(said.out) || child.exitCode !== null)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said.error).toBe('')
})

test('another name is answered with those that there are', async () => {
  const { said, ended } = start('carrier-pigeon')
  expect(await ended).toBe(1)
  expect(said.error).toMatch(/Expected one of batched-http.*carrier-pigeon/)
})
