/** Interleaved rounds: A B C, A B C, …, so that whatever else the machine does meets all of them. */

export interface Contestant {
  readonly name: string
  /** Does the work of one round, and throws on a wrong answer. */
  run(): Promise<void>
}

/** By contestant: its milliseconds in each round. */
export async function timeRounds(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]))
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const { name, run } of contestants) {
      const started = performance.now()
      await run()
      if (round >= 0) times.get(name)?.push(performance.now() - started)
    }
  }
  return times
}

/** Rounds for the compiler to see what is hot; not counted. */
const WARM_UP = 3
