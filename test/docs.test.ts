import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Inside the workspace, so that the packages are found as a user's project finds them. */
const folder = mkdtempSync(join(root, 'test/.docs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = promisify(execFile)

const pages = markdownPages()

test('the code in the docs compiles', async () => {
  const blocks = pages.flatMap((page) => codeOf(page).map((code, i) => ({ page, i, code })))
  expect(blocks.length).toBeGreaterThan(0)
  for (const { page, i, code } of blocks) {
    writeFileSync(join(folder, `${page.replaceAll(/\W/g, '_')}_${i}.ts`), `${code}\nexport {}\n`)
  }
  const options = { extends: '../../tsconfig.base.json', include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const { stdout } = await run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ]).catch((failure) => failure)
  expect(stdout).toBe('')
}, 60_000)

test("the README's quick start has 20 lines of code, and does what the README says", async () => {
  const [quickStart] = codeOf('README.md')
  expect(quickStart?.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20)
  const script = join(folder, 'quick-start.ts')
  writeFileSync(script, `${quickStart?.replace('port: 4001', 'port: 0')}\n${askTwice}`)
  const { stdout } = await run(process.execPath, ['--conditions=@larder/source', '--import', 'tsx', script], {
    timeout: 30_000,
  })
  const [first, second] = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({ data: { product: { name: 'Teapot' } } })
  expect(first.extensions.larder.loaders.products).toMatchObject({ keys: 1, loaded: 1, hits: 0 })
  expect(second.data).toEqual(first.data)
  expect(second.extensions.larder.loaders.products).toMatchObject({ keys: 1, loaded: 0, hits: 1 })
}, 60_000)

test('every link between the pages leads somewhere', () => {
  const dead = pages.flatMap((page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, path]) => path as string,
    )
    return links.filter((link) => !exists(join(root, page, '..', link))).map((link) => `${page}: ${link}`)
  })
  expect(dead).toEqual([])
})

/** The process ends by itself afterwards: nothing is left open (law 11). */
const askTwice = `
for (let i = 0; i < 2; i++) {
  const body = JSON.stringify({ query: '{ product(id: "1") { name } }' })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  console.log(await response.text())
}
await server.stop()
await cache.close()
`

function markdownPages(): string[] {
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...['docs', 'packages', 'examples', 'bench'].flatMap(pagesIn),
  ]
}

/** Not by a recursive `readdir`, which follows links: the packages in each other's `node_modules` go round and round. */
function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') return pagesIn(path)
    return entry.isFile() && path.endsWith('.md') ? [path] : []
  })
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

function codeOf(page: string): string[] {
  return [...read(page).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => (code as string).trimEnd())
}

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}
