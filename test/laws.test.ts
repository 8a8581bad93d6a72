import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = testFiles()
const page = readFileSync(join(root, 'docs/laws.md'), 'utf8')
const sections = page.split(/^## (?=\d+\. )/m).slice(1)

test('docs/laws.md has all eleven laws, in order', () => {
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

describe.each(sections.map((section) => [Number.parseInt(section, 10), section] as const))(
  'law %i',
  (law, section) => {
    const listed = [...section.matchAll(/`((?:packages|examples|test)\/[^`]+\.test\.ts)`/g)].map(
      ([, file]) => file as string,
    )

    test('is guarded by tests that name it', () => {
      expect(listed.length).toBeGreaterThan(0)
      for (const file of listed) expect(readFileSync(join(root, file), 'utf8')).toContain(`law ${law}: `)
    })

    test('has every file whose tests name it in the list', () => {
      const naming = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`'law ${law}: `))
      expect(naming.filter((file) => !listed.includes(file))).toEqual([])
    })
  },
)

function testFiles(): string[] {
  return ['packages', 'examples', 'test'].flatMap(filesIn).filter((path) => path.endsWith('.test.ts'))
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}
