/**
 * Invalidation wins (law 3). It takes effect in this process at once, before its promise resolves; it resolves when the
 * store has deleted the entries and put up the fence; and until the store has, this process bypasses the keys: it treats
 * them as absent and writes none of them.
 */
import type { Item, Undelivered } from './undelivered.ts'

/** What became of a command. */
export interface Outcome<I, T> {
  readonly items: readonly I[]
  /** Aligned to the items. */
  readonly answers?: readonly T[]
  readonly failure?: NotDelivered
}

/** What the store has not confirmed. */
export interface NotDelivered {
  readonly ids: readonly string[]
  /** Whether it is tried again. */
  readonly kept: boolean
  readonly cause: unknown
}

/** A command that is on its way, or will be. */
interface Flying {
  readonly items: readonly Item[]
  /** When it and those before it have ended, one way or the other. */
  readonly landed: Promise<void>
}

interface How<I, T> {
  /** In this process, at once. */
  readonly takeEffect: (key: string) => void
  /** Given which items no later command of this process concerns by then. */
  readonly send: (isLatest: (item: I) => boolean) => Promise<readonly T[]>
  /** Tells of it. */
  readonly delivered: (items: readonly I[]) => void
}

/** @typeParam I What is invalidated: IDs of one loader, or tags. */
export class Invalidations<I extends Item> {
  /** By key: the last of the commands that are on their way. */
  readonly #inTheAir = new Map<string, Flying>()
  readonly #undelivered: Undelivered<I>

  constructor(undelivered: Undelivered<I>) {
    this.#undelivered = undelivered
  }

  /** Whether `bars` may be true of any key. */
  get busy(): boolean {
    return this.#inTheAir.size + this.#undelivered.size > 0
  }

  /** How many keys the store has not confirmed. */
  get undelivered(): number {
    return this.#undelivered.size
  }

  /** Milliseconds for which the oldest of them has been waiting. */
  get oldest(): number {
    return this.#undelivered.oldest
  }

  /** Must the key not be written, since the store may not know yet that its older values are dead? */
  bars(key: string): boolean {
    return this.#inTheAir.has(key) || this.#undelivered.has(key)
  }

  isUndelivered(key: string): boolean {
    return this.#undelivered.has(key)
  }

  /** Resolves once the commands for these keys that are on their way have ended; `undefined` where none is. Never rejects. */
  landed(keys: readonly (string | undefined)[]): Promise<unknown> | undefined {
    const commands = new Set<Promise<void>>()
    for (const key of keys) {
      const command = key === undefined ? undefined : this.#inTheAir.get(key)
      if (command !== undefined) commands.add(command.landed)
    }
    return commands.size === 0 ? undefined : Promise.all(commands)
  }

  /** Waits for those on their way, tries the undelivered ones once more, and tells what is lost. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#inTheAir.values(), ({ landed }) => landed))
    await this.#undelivered.close()
  }

  /**
   * Takes effect here, and sends the command in the same synchronous block, or has it sent later. The items are of one part
   * of the store. Never rejects: the failure is in the outcome.
   */
  async deliver<J extends I, T>(
    items: readonly J[],
    { takeEffect, send, delivered }: How<J, T>,
  ): Promise<Outcome<J, T>> {
    for (const { key } of items) takeEffect(key)
    const covered = this.#undelivered.of(items)
    const ids = items.map(({ text }) => text)
    const sent = send(({ key }) => this.#inTheAir.get(key)?.items === items)
    const failure = await this.#track(items, sent)
    if (failure !== undefined) return { items, failure: { ids, ...failure } }
    this.#undelivered.forget(covered)
    delivered(items)
    return { items, answers: await sent }
  }

  /** A command that fails leaves its keys undelivered, without a gap in between in which they would not be barred. */
  #track(
    items: readonly I[],
    command: Promise<unknown>,
  ): Promise<{ cause: unknown; kept: boolean } | undefined> {
    const ended = command.then(
      () => undefined,
      (cause) => ({ cause, kept: this.#undelivered.keep(items) }),
    )
    const before = new Set(items.map(({ key }) => this.#inTheAir.get(key)?.landed))
    const landed = Promise.all([...before, ended]).then(() => {
      for (const { key } of items) if (this.#inTheAir.get(key) === flying) this.#inTheAir.delete(key)
    })
    // One for all of its keys: they may be hundreds of thousands.
    const flying: Flying = { items, landed }
    for (const { key } of items) this.#inTheAir.set(key, flying)
    return ended
  }
}
