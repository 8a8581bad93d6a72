/** Questions and answers over the channel between a process and the one that forked it, both ways. */

/** Either end of a channel: `process` in the child, the `ChildProcess` in the parent. */
export interface End {
  send?(message: object, callback: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

// biome-ignore lint/suspicious/noExplicitAny: what an ask takes is its own matter.
type Ask = (ask: any) => unknown
export type Asks<A> = Record<keyof A, Ask>
type Handlers<A extends Asks<A>> = {
  readonly [N in keyof A]: (...ask: Parameters<A[N]>) => ReturnType<A[N]> | Promise<ReturnType<A[N]>>
}

type Message =
  | { readonly ask: number; readonly name: string; readonly question: unknown }
  | { readonly answer: number; readonly value: unknown; readonly error?: string }

/** `Theirs` is what can be asked of the other end, `Mine` what it can ask. */
export class Link<Theirs extends Asks<Theirs>, Mine extends Asks<Mine>> {
  readonly #end: End
  readonly #open = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  #last = 0

  /** @param handlers What answers the other end's questions. */
  constructor(end: End, handlers: Handlers<Mine>) {
    this.#end = end
    end.on('message', (message) => void this.#receive(message as Message, handlers as Record<string, Ask>))
  }

  ask<N extends keyof Theirs & string>(
    name: N,
    ...[question]: Parameters<Theirs[N]>
  ): Promise<ReturnType<Theirs[N]>> {
    const ask = ++this.#last
    return new Promise((resolve, reject) => {
      this.#open.set(ask, { resolve, reject })
      this.#send({ ask, name, question })
    })
  }

  /** Whoever asked is told that there will be no answer. */
  close(error: Error): void {
    for (const { reject } of this.#open.values()) reject(error)
    this.#open.clear()
  }

  async #receive(message: Message, handlers: Record<string, Ask>): Promise<void> {
    if ('answer' in message) {
      const asker = this.#open.get(message.answer)
      this.#open.delete(message.answer)
      if (message.error === undefined) asker?.resolve(message.value as never)
      else asker?.reject(new Error(message.error))
      return
    }
    try {
      this.#send({ answer: message.ask, value: await handlers[message.name]?.(message.question) })
    } catch (error) {
      this.#send({ answer: message.ask, value: undefined, error: (error as Error).stack ?? String(error) })
    }
  }

  /** An end that is gone hears nothing; who runs the fleet learns of its exit. */
  #send(message: Message): void {
    this.#end.send?.(message, () => {})
  }
}
