/** A page behind another tab. */
import type { Page } from 'playwright-core'

/** Headless pages are all seen; a browser with a window would tell the page so. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
