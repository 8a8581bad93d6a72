const deadline = 4_000

/** Resolves when `attempt` resolves to something other than `false`; rejects with its last failure at the deadline. */
export async function eventually(attempt: () => unknown): Promise<void> {
  const end = performance.now() + deadline
  for (;;) {
    try {
      if ((await attempt()) !== false) return
    } catch (error) {
      if (performance.now() > end) throw error
    }
    if (performance.now() > end) throw new Error(`expected within ${deadline} ms: ${attempt}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
