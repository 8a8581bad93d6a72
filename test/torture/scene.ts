/** What a run needs, set up and taken down: a real Redis, or a Cluster of them, with proxies before it, the source, and the fleet. */

import { Dice } from '../support/dice.ts'
import { Checker } from './check/checker.ts'
import type { Victims } from './faults.ts'
import { type Hooks, Member } from './fleet.ts'
import type { Options } from './options.ts'
import type { Address, Assignment } from './protocol.ts'
import { startNodes } from './redis-nodes.ts'
import { Rows } from './rows.ts'
import { Source } from './source.ts'

export interface Scene extends Victims {
  readonly checker: Checker
  readonly source: Source
  readonly rows: Rows
  /** Aborts when the run is cut short, and all this is taken down. */
  readonly signal: AbortSignal
}

/** Runs `act` on a scene, and leaves nothing of it behind, whether `act` resolves, rejects or is cut short by `signal`. */
export async function onScene<T>(
  options: Options,
  signal: AbortSignal,
  act: (scene: Scene) => Promise<T>,
): Promise<T> {
  const steps: Undo[] = []
  let isOver = false
  // What is set up while all the rest is taken down goes at once.
  const undo = (step: Undo) => void (isOver ? step() : steps.push(step))
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      setUp(options, signal, undo, reject).then(act).then(resolve, reject)
    })
  } finally {
    isOver = true
    for (const step of steps.reverse()) await step()
  }
}

type Undo = () => unknown

async function setUp(
  options: Options,
  signal: AbortSignal,
  undo: (step: Undo) => void,
  crashed: (error: Error) => void,
): Promise<Scene> {
  const { seed, processes, cluster } = options
  const { nodes, placement, addressOf } = await startNodes(cluster, undo)
  signal.throwIfAborted()

  const numbers = Array.from({ length: processes }, (_, by) => by)
  const rows = new Rows()
  const source = new Source(rows, new Dice(seed))
  const checker = new Checker(numbers)
  const hooks = hooksOf(rows, source, checker, crashed)
  const members = numbers.map((by) => {
    const member = new Member(assign(by, options, addressOf(by % 4 < 2 ? 'direct' : 'proxied')), hooks)
    undo(() => member.kill())
    return member
  })
  await Promise.all(members.map(({ link }) => link.ask('connect')))
  return { members, nodes, placement, dice: new Dice(seed + 1), checker, source, rows, signal }
}

/** Of four processes one brings its own client and one hears no news; two, one of each version, go through the proxy. */
function assign(by: number, { seed, near, tags, broken }: Options, redis: Address): Assignment {
  return {
    by,
    version: by % 2 === 0 ? 1 : 2,
    redis,
    seed: seed + 2 + by,
    near,
    tags,
    broken,
    ownClient: by % 4 === 2,
    deaf: by % 4 === 1,
  }
}

function hooksOf(rows: Rows, source: Source, checker: Checker, crashed: (error: Error) => void): Hooks {
  return {
    crashed,
    asks: {
      load: (ids) => source.load(ids),
      change({ ids, primed }) {
        const numbers = ids.map((id) => [id, rows.change(id, primed)] as const)
        return Object.fromEntries(numbers.filter((pair): pair is [string, number] => pair[1] !== undefined))
      },
    },
    noted(by, { at, happenings }) {
      for (const happening of happenings) {
        if (happening.kind === 'obeyed') rows.settle(happening.id)
        checker.take(happening)
      }
      checker.know(by, at)
    },
  }
}
