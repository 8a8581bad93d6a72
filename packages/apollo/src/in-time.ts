/** Calls that are one load, each with a timeout of its own: what hangs takes none of the others with it. */
import type { Clock } from '@larder/core'

export interface Limits {
  readonly clock: Clock
  /** Milliseconds. */
  readonly timeout: number
  /** That of the load: nothing is waited for afterwards. */
  readonly signal: AbortSignal
}

/**
 * Aligned to `running`, of which none rejects. Where none of them has ended in time it goes on waiting: the load as a whole hangs,
 * which the engine ends, and its turn at the source stays taken until they have ended.
 */
export async function inTime<T>(
  running: readonly Promise<T>[],
  late: () => T,
  { clock, timeout, signal }: Limits,
): Promise<T[]> {
  let ended = 0
  const cancels: (() => void)[] = []
  const isTime = new Promise<void>((resolve) => {
    const due = () => ended > 0 && resolve()
    // The engine's timer is what keeps the process alive.
    cancels.push(clock.after(timeout, due, { ref: false }))
  })
  const cancel = () => {
    for (const each of cancels) each()
  }
  signal.addEventListener('abort', cancel, { once: true })
  const each = running.map(async (one) => {
    const answer = await one
    ended++
    return answer
  })
  try {
    return await Promise.all(each.map((one) => Promise.race([one, isTime.then(late)])))
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
