/** A headless Chromium of a test file's own, which makes sure that no page has anything to complain of. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'
import { type Record, recordOf } from './page-record.ts'

interface OpenOptions extends BrowserContextOptions {
  /** What a test itself brings about: a trouble with these words is none. */
  readonly except?: RegExp
}

export interface BrowserOfFile {
  /** A window of somebody's own, that shares no cookies and no cache with others. It is closed after the test. */
  open(options?: OpenOptions): Promise<Window>
}

interface Window {
  readonly context: BrowserContext
  /** Of all its pages. */
  readonly record: Record
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
const screenshots = fileURLToPath(new URL('../../artefacts/browser/', import.meta.url))

/**
 * Called at the top of a test file. After each test its pages are kept as pictures in `artefacts/browser/`, and the test
 * fails if one of them has had an error, or has asked for anything that is not on this machine.
 */
export function useBrowser(): BrowserOfFile {
  let browser: Browser
  let windows: Window[] = []

  beforeAll(async () => {
    const executablePath = findChromium()
    if (executablePath === undefined) {
      throw new Error('expected a Chromium on PATH or at CHROMIUM_PATH, found none; install one')
    }
    browser = await chromium.launch({ executablePath, args: FLAGS })
    await mkdir(screenshots, { recursive: true })
  })
  afterAll(() => browser.close())

  afterEach(async () => {
    const opened = windows
    windows = []
    const pages = opened.flatMap(({ context }) => context.pages())
    for (const [i, page] of pages.entries()) await page.screenshot({ path: pathOfScreenshot(i) })
    for (const { context } of opened) await context.close()
    expect(opened.flatMap(({ record }) => record.troubles)).toEqual([])
  })

  return {
    async open({ except, ...options } = {}) {
      const context = await browser.newContext(options)
      const window = { context, record: recordOf(context, except) }
      windows.push(window)
      return window
    },
  }
}

/** By the name of the test; of more pages than one with a number. */
function pathOfScreenshot(i: number): string {
  const name = expect.getState().currentTestName ?? 'test'
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
  return `${screenshots}${words}${i === 0 ? '' : `-${i + 1}`}.png`
}
