/** `mark` over a store that keeps texts and no more. */
import type { Mark, Values } from './store.ts'

/** A marker never goes back, whatever the clock does. */
export async function markAll(values: Values, marks: readonly Mark[]): Promise<void> {
  const there = await values.readMany(marks.map(({ key }) => key))
  const now = values.now()
  await values.writeMany(
    marks.map(({ key, before, life }, i) => {
      const known = there[i]?.startsWith(before) ? Number(there[i].slice(before.length)) : 0
      return { key, before, after: '', life, at: Math.max(now, known || 0) }
    }),
  )
}
