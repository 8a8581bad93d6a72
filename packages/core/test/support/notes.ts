import type { Cache, Observer } from '@larder/core'

type Notes = { readonly [N in keyof Required<Observer>]: Parameters<Required<Observer>[N]>[0][] }

/** What an observer is told from now on, by the name of its method. */
export function takeNotes(cache: Cache): Notes & { readonly end: () => void } {
  const notes: Notes = { read: [], asks: [], loadBegins: [], command: [], written: [] }
  const end = cache.observe({
    read: (it) => void notes.read.push(it),
    asks: (it) => void notes.asks.push(it),
    loadBegins(it) {
      notes.loadBegins.push(it)
      return undefined
    },
    command: (it) => void notes.command.push(it),
    written: (it) => void notes.written.push(it),
  })
  return { ...notes, end }
}
