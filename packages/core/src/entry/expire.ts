/** An entry whose fresh time ends now, before it would have. */
import type { Stored, Write } from '../store/store.ts'
import { type Entry, parseEntry } from './entry.ts'

/** As it is to be written, with what is left of its life; `undefined` for what may not be served any more: no entry, or without grace. */
export function expired(
  stored: Stored,
  now: number,
): (Omit<Write, 'key'> & { readonly at: number }) | undefined {
  const entry = parseEntry(stored)
  if (entry === undefined) return undefined
  const age = Math.max(0, Math.round(now) - entry.at)
  const grace = entry.life - entry.fresh
  const fresh = Math.min(entry.fresh, age)
  const life = Math.min(entry.life, fresh + grace)
  const left = entry.at + life - now
  if (grace <= 0 || left <= 0) return undefined
  const { before, after } = around(entry)
  return { before, after: `,${fresh},${life},${after}`, at: entry.at, life: Math.ceil(left) }
}

/** The text before its time, and that behind its life. */
function around({ stored, at, fresh, life }: Entry): { readonly before: string; readonly after: string } {
  const times = `${at},${fresh},${life},`
  const from = stored.indexOf(times)
  return { before: stored.slice(0, from), after: stored.slice(from + times.length) }
}
