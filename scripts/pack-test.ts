import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, root } from './execute.ts'
import { jest } from './jest.ts'

/**
 * Builds and packs every package, and looks at the tarballs as who installs them will: outside the repository, from
 * ES modules, from CommonJS, from a CommonJS Jest, and from TypeScript in both module systems.
 */
const folder = mkdtempSync(join(tmpdir(), 'larder-consumer-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

step('tsdown')
step('pnpm', '--filter', './packages/*', 'pack', '--pack-destination', folder)
const tarballs = readdirSync(folder).map((name) => join(folder, name))
for (const tarball of tarballs) {
  step('publint', '--strict', tarball)
  step('attw', '--profile', 'node16', tarball)
}

cpSync(join(root, 'test/consumer'), folder, { recursive: true })
for (const extension of ['mts', 'cts']) cpSync(join(folder, 'types.ts'), join(folder, `types.${extension}`))
stepThere('npm', 'init', '--yes')
stepThere('npm', 'install', '--no-audit', '--no-fund', '@types/node@20', ...tarballs)
stepThere('node', 'esm.mjs')
stepThere('node', 'commonjs.cjs')
stepThere('npx', 'larder', '--help')
stepThere('tsc')
if (!jest('--rootDir', folder, '--config', join(folder, 'jest.config.json'), ...process.argv.slice(2)))
  process.exit(1)

function step(command: string, ...args: string[]): void {
  run(command, args, root)
}

function stepThere(command: string, ...args: string[]): void {
  run(command, args, folder)
}

function run(command: string, args: string[], cwd: string): void {
  console.log(`\n$ ${[command, ...args].join(' ')}`)
  if (!execute(command, args, { cwd })) process.exit(1)
}
