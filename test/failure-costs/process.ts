/** A process of a fleet. It does not outlive this one, and what it asks the source is asked here. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { guardOrphan } from '../support/orphan-guard.ts'
import { type Asks, Link } from '../torture/link.ts'
import type { Row } from './source.ts'

/** What it can ask the one that forked it. */
export interface SourceAsks {
  load(ids: readonly string[]): (Row | null)[]
}

export interface Member<Theirs extends Asks<Theirs>> {
  readonly link: Link<Theirs, SourceAsks>
  kill(): Promise<void>
}

/**
 * @param program A file in `child/`.
 * @param flags For Node, besides those of this process.
 */
export function forkMember<Theirs extends Asks<Theirs>>(
  program: string,
  assignment: object,
  load: (ids: readonly string[]) => Promise<(Row | null)[]>,
  flags: readonly string[] = [],
): Member<Theirs> {
  const child = fork(
    fileURLToPath(new URL(`child/${program}`, import.meta.url)),
    [JSON.stringify(assignment)],
    { execArgv: [...process.execArgv, ...flags] },
  )
  const endGuard = guardOrphan(child.pid as number)
  const link = new Link<Theirs, SourceAsks>(child, { load })
  const gone = once(child, 'exit').then(([code, signal]) => {
    link.close(new Error(`${program} ended by itself: exit code ${code}, signal ${signal}`))
    return endGuard()
  })
  return {
    link,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
