/** Interleaved rounds: every contestant once in each, so that whatever else the machine does meets all of them. */
import { Dice } from '@larder/test/dice'

export interface Contestant {
  readonly name: string
  /** Does one piece of work, and is timed. Pieces are numbered from 0, through all rounds. */
  work(piece: number): Promise<Check>
}

/** Throws on a wrong answer. It is not timed, and the answers of a piece are garbage before the next one begins. */
export type Check = () => void | Promise<void>

/** By contestant: its milliseconds for a piece, in each round. */
export async function timeRounds(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]))
  const timers = contestants.map(timer)
  const dice = new Dice(1)
  for (let round = -WARM_UP; round < rounds; round++) {
    // In an order drawn anew, so that nobody always comes after the same one, and pays for its garbage. To collect that
    // by force in between makes the rounds differ more, not less.
    for (const { name, time } of dice.shuffle(timers)) {
      const ms = await time()
      if (round >= 0) times.get(name)?.push(ms)
    }
  }
  return times
}

/** Rounds for the compiler to see what is hot; not counted. */
const WARM_UP = 3

function timer({ name, work }: Contestant): { readonly name: string; time(): Promise<number> } {
  let piece = 0
  return {
    name,
    async time() {
      const first = piece
      let spent = 0
      do {
        const started = performance.now()
        const check = await work(piece++)
        spent += performance.now() - started
        await check()
      } while (spent < ENOUGH)
      return spent / (piece - first)
    },
  }
}

/** Milliseconds of work that a contestant does in a round: what a clock can measure, and a collection of garbage does not rule. */
const ENOUGH = 30
