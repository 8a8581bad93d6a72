/** Those who observe a cache. One that throws harms neither the engine nor the others; Node warns of it. */

import { OptionError } from '../errors/errors.ts'
import { callOut } from '../events/call-out.ts'
import type { LoadBegins, Observer, RunsLoad } from './observer.ts'

type Told = Exclude<keyof Observer, 'loadBegins'>
type What<N extends Told> = Parameters<NonNullable<Observer[N]>>[0]

export class Observers {
  /** `undefined` while there are none: to see that is all that a read costs then. */
  all: readonly Observer[] | undefined

  /**
   * Returns what ends the observing.
   *
   * @throws OptionError
   */
  add(observer: Observer): () => void {
    if (typeof observer !== 'object' || observer === null)
      throw new OptionError('observe: observer', 'an object with methods of an Observer', observer)
    this.all = [...(this.all ?? []).filter((it) => it !== observer), observer]
    return () => {
      const others = this.all?.filter((it) => it !== observer) ?? []
      this.all = others.length > 0 ? others : undefined
    }
  }

  tell<N extends Told>(name: N, what: What<N>): void {
    for (const observer of this.all ?? [])
      callOut(`The observer's "${name}"`, () =>
        (observer[name] as ((it: What<N>) => void) | undefined)?.(what),
      )
  }

  /** Calls `load`, once, within whatever the observers answer. */
  runLoad<R>(begins: LoadBegins, load: () => Promise<R>): Promise<R> {
    let run = load
    for (const observer of this.all ?? []) {
      let runs: RunsLoad | undefined
      callOut('The observer\'s "loadBegins"', () => {
        runs = observer.loadBegins?.(begins)
      })
      if (runs !== undefined) run = within(runs, run)
    }
    return run()
  }

  clear(): void {
    this.all = undefined
  }
}

function within<R>(runs: RunsLoad, load: () => Promise<R>): () => Promise<R> {
  return () => {
    let running: Promise<R> | undefined
    callOut('What the observer\'s "loadBegins" has answered', () => {
      runs(() => {
        running ??= load()
        return running
      })
    })
    return running ?? load()
  }
}
