import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { startPostgres } from './support/postgres-server.ts'
import { until } from './support/until.ts'

test('a Postgres is gone once stopped, and its folder, too; to stop it again does no harm', async () => {
  const server = await startPostgres()
  expect([runs(server.pid), existsSync(server.directory)]).toEqual([true, true])
  await server.stop()
  expect([runs(server.pid), existsSync(server.directory)]).toEqual([false, false])
  await server.stop()
})

test('a Postgres goes with the process that started it, even if that gets a SIGKILL, and so does its folder', async () => {
  const module = JSON.stringify(new URL('./support/postgres-server.ts', import.meta.url))
  const program = `import { startPostgres } from ${module}
    const { pid, directory } = await startPostgres()
    console.log(JSON.stringify({ pid, directory }))`
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const { pid, directory } = JSON.parse(line)
  expect([runs(pid), existsSync(directory)]).toEqual([true, true])

  starter.kill('SIGKILL')
  await until(() => !runs(pid) && !existsSync(directory), 'process and folder are gone')
})

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
