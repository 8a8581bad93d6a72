import { existsSync } from 'node:fs'
import { findServer } from '../test/support/find-server.ts'
import { execute } from './execute.ts'

/** Makes sure that the tests find a Redis: the one on PATH, else one that it installs, else it says how and gives up. */
export function requireRedis(): void {
  if (!findServer()) install()
  if (findServer()) return
  console.error(
    'The tests run against a real Redis and found none: install redis-server or valkey-server so that it is on PATH ' +
      '(Debian, Ubuntu: `sudo apt-get install redis-server`; macOS: `brew install redis`).',
  )
  process.exit(1)
}

function install(): void {
  if (process.platform === 'darwin') {
    execute('brew', ['install', 'redis'])
  } else if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execute('apt-get', ['update'], { env })
    execute('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { env })
  }
}
