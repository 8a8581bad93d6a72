/** OpenTelemetry is for who asks for it: the other packages run where it is not installed. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const here = dirname(fileURLToPath(import.meta.url))
const run = promisify(execFile)

/** Whatever asks for OpenTelemetry, by `import` or `require`, fails as where it is not installed. */
const withoutIt = `data:text/javascript,${encodeURIComponent(`
  import { createRequire, Module, register } from 'node:module'
  const gone = (name) => { throw new Error('not installed: ' + name) }
  const load = Module._load
  Module._load = function (name, ...rest) {
    if (name.startsWith('@opentelemetry/')) gone(name)
    return load.call(this, name, ...rest)
  }
  register('data:text/javascript,' + encodeURIComponent(\`
    export function resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) throw new Error('not installed: ' + name)
      return next(name, context)
    }\`))
`)}`

async function importAlone(name: string): Promise<string> {
  const use = `
    const it = await import('${name}')
    if (it.createCache !== undefined) {
      const cache = it.createCache({ namespace: 'alone' })
      await cache.loader('product', async (ids) => ids).loadMany(['1', '2'])
      await cache.close()
    }
    console.log(Object.keys(it).length > 0)`
  const args = ['--conditions=@larder/source', '--import', 'tsx', '--import', withoutIt]
  const { stdout } = await run(process.execPath, [...args, '--input-type=module', '--eval', use], {
    cwd: here,
  })
  return stdout.trim()
}

test.each(readdirSync(`${here}/../packages`).filter((name) => name !== 'opentelemetry'))(
  '@larder/%s imports nothing of OpenTelemetry, and works without',
  async (name) => {
    expect(await importAlone(`@larder/${name}`)).toBe('true')
  },
)

test('what does import it is found out', async () => {
  await expect(importAlone('@larder/opentelemetry')).rejects.toThrow('not installed: @opentelemetry/api')
})
