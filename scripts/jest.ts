import { execute, root } from './execute.ts'

/**
 * Runs Jest by its own file: the shim in `.bin` would put more folders on the module path, and so hide dependencies
 * that a package uses without declaring them.
 */
export function jest(...args: string[]): boolean {
  return execute(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    `${root}node_modules/jest/bin/jest.js`,
    ...args,
  ])
}
