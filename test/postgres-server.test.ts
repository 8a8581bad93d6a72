import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { listens } from './support/listens.ts'
import { startPostgres } from './support/postgres-server.ts'
import { until } from './support/until.ts'

test('a Postgres is gone once stopped, and its folder, too; to stop it again does no harm', async () => {
  const server = await startPostgres()
  expect([await listens(server.url), existsSync(server.directory)]).toEqual([true, true])
  await server.stop()
  expect([await listens(server.url), existsSync(server.directory)]).toEqual([false, false])
  await server.stop()
})

test('a Postgres goes with the process that started it, even if that gets a SIGKILL, and so does its folder', async () => {
  const module = JSON.stringify(new URL('./support/postgres-server.ts', import.meta.url))
  const program = `import { startPostgres } from ${module}
    const { url, directory } = await startPostgres()
    console.log(JSON.stringify({ url, directory }))`
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const { url, directory } = JSON.parse(line)
  expect([await listens(url), existsSync(directory)]).toEqual([true, true])

  starter.kill('SIGKILL')
  await until(async () => !(await listens(url)) && !existsSync(directory), 'process and folder are gone')
})
