/** Makes sure that programs are there which the tests run and no npm package ships. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { findChromium } from '../test/support/find-chromium.ts'
import { findPostgres } from '../test/support/find-postgres.ts'
import { findServer } from '../test/support/find-server.ts'
import { execute } from './execute.ts'

interface Program {
  readonly find: () => string | undefined
  /** Of Debian and Ubuntu. */
  readonly apt: string
  readonly brew: readonly string[]
  /** What to do where it cannot be installed from here, in a line. */
  readonly advice: string
}

const PROGRAMS = {
  redis: {
    find: findServer,
    apt: 'redis-server',
    brew: ['redis'],
    advice:
      'The tests run against a real Redis and found none: install redis-server or valkey-server so that it is on PATH ' +
      '(Debian, Ubuntu: `sudo apt-get install redis-server`; macOS: `brew install redis`).',
  },
  postgres: {
    find: findPostgres,
    apt: 'postgresql',
    brew: ['postgresql'],
    advice:
      'The tests run against a real Postgres and found none: install it so that initdb and postgres are on PATH or in ' +
      '/usr/lib/postgresql (Debian, Ubuntu: `sudo apt-get install postgresql`; macOS: `brew install postgresql`).',
  },
  chromium: {
    find: findChromium,
    apt: 'chromium',
    brew: ['--cask', 'chromium'],
    advice:
      'The tests of the website run in a real Chromium and found none: install it so that it is on PATH (Debian: ' +
      '`sudo apt-get install chromium`), or set CHROMIUM_PATH to the program of a Chromium or Chrome.',
  },
} satisfies Record<string, Program>

/** Takes the program that is there, else installs it, else says how to and ends this process. */
export function requireProgram(name: keyof typeof PROGRAMS): void {
  const program = PROGRAMS[name]
  if (!program.find()) install(program)
  if (program.find()) return
  console.error(program.advice)
  process.exit(1)
}

function install({ apt, brew }: Program): void {
  if (process.platform === 'darwin') {
    execute('brew', ['install', ...brew])
  } else if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execute('apt-get', ['update'], { env })
    withoutStarting(() => execute('apt-get', ['install', '-y', '--no-install-recommends', apt], { env }))
  }
}

/** Debian starts a server as soon as it is installed, unless this program forbids it; the tests start their own. */
function withoutStarting(install: () => void): void {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    if (isOurs) rmSync(policy)
  }
}
