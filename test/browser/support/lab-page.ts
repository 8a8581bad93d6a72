/** The page of the lab, as people use it. */
import type { Page } from 'playwright-core'

/** Ms: far longer than the runs of these tests take, on a busy machine too. */
const MOST = 150_000

/** Resolves when the server has said what it is. */
export async function openLab(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByText(/The database is real|are simulated/).waitFor()
}

export async function chooseNumbers(page: Page, numbers: Readonly<Record<string, number>>): Promise<void> {
  for (const [label, number] of Object.entries(numbers)) await page.getByLabel(label).fill(String(number))
}

export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run' }).click()
  await untilDone(page)
}

export async function untilDone(page: Page): Promise<void> {
  await page.getByText('The run is done.').waitFor({ timeout: MOST })
}

/** A row of the table of totals, by the name of its figure: one number for each protection. */
export async function figures(page: Page, name: string): Promise<number[]> {
  const row = page
    .getByRole('table', { name: 'Totals' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const cells = await row.getByRole('cell').all()
  return Promise.all(cells.map(async (cell) => Number(await cell.getAttribute('data-value'))))
}
