/** A caller's own patience: it ends its waiting, and leaves what it waits for alone. */

type End = () => void

/** By signal: who waits. One listener serves them all; a request has one signal for many reads. */
const waiting = new WeakMap<AbortSignal, Set<End>>()

/** Settles as `work` does, or rejects with the signal's reason once that aborts. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    const ends = waiting.get(signal) ?? listen(signal)
    ends.add(end)
    work.then(resolve, reject).finally(() => {
      ends.delete(end)
      if (ends.size === 0) stopListening(signal)
    })
  })
}

function listen(signal: AbortSignal): Set<End> {
  const ends = new Set<End>()
  waiting.set(signal, ends)
  signal.addEventListener('abort', endAll)
  return ends
}

function stopListening(signal: AbortSignal): void {
  waiting.delete(signal)
  signal.removeEventListener('abort', endAll)
}

function endAll(this: AbortSignal): void {
  for (const end of waiting.get(this) ?? []) end()
}
