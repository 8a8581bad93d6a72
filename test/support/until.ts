/** Waiting for what takes its time. The deadline only bounds how long a failure takes: machines are slow under load. */
const deadline = 15_000
const pause = 2

/** Resolves when the condition holds; rejects if it has not come to hold after a while, and says `what` was waited for. */
export async function until(condition: () => unknown, what = String(condition)): Promise<void> {
  const end = performance.now() + deadline
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`expected within ${deadline} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Resolves when `attempt` does, to something other than `false`; rejects with its last failure if it has not after a while. */
export async function eventually(attempt: () => unknown): Promise<void> {
  let failure: unknown
  const succeeds = async () => {
    try {
      failure = undefined
      return (await attempt()) !== false
    } catch (error) {
      failure = error
      return false
    }
  }
  await until(succeeds, String(attempt)).catch((error) => {
    throw failure ?? error
  })
}
