/** The version of a package as it is installed here. */
import { readFileSync } from 'node:fs'

export function installed(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
