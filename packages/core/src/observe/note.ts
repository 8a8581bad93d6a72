/** What the engine tells those who observe of a flight and of an entry. Costs nothing where nobody does. */
import type { Write } from '../store/store.ts'
import type { EntryWritten } from './observer.ts'
import type { Observers } from './observers.ts'

interface Loader {
  readonly name: string
  readonly observers: Observers
}

/** Milliseconds since the epoch, as the store writes them between `before` and `after`. */
const DIGITS_OF_TIME = 13

/**
 * Somebody asks for a flight, now and in this context. Answers what stands for the flight before those who observe.
 *
 * @param mark What does already.
 */
export function noteAsking({ name, observers }: Loader, mark?: object): object | undefined {
  if (observers.all === undefined) return mark
  const flight = mark ?? Object.freeze({})
  observers.tell('asks', { loader: name, flight })
  return flight
}

export function noteWritten(
  { name, observers }: Loader,
  operation: EntryWritten['operation'],
  { before, after }: Omit<Write, 'key'>,
): void {
  if (observers.all === undefined) return
  const bytes = Buffer.byteLength(before) + DIGITS_OF_TIME + Buffer.byteLength(after)
  observers.tell('written', { loader: name, operation, bytes })
}
