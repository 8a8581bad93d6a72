const deadline = 15_000

/** Resolves when the condition holds; rejects with its text if it has not come to hold after a while. */
export async function until(condition: () => unknown): Promise<void> {
  const end = performance.now() + deadline
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`expected within ${deadline} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
