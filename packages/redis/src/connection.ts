/**
 * The way to Redis: a client is sent to only while it is ready, and waited for no longer than the deadline. Without a
 * connection ioredis would queue commands and send them whenever it has one, long after their callers gave up.
 */
import { type Clock, DeadlineError, LarderError, withDeadline } from '@larder/core'
import type { Connectable } from './client.ts'
import { ClientNotReadyError, ConnectionLostError, DatabaseRefusedError } from './errors.ts'

/** ioredis's words for a client that is about to connect, or to be made to. */
const BEFORE_READY = ['wait', 'connecting', 'connect']
/** Its events that end the first attempt, well or ill. */
const OUTCOMES = ['ready', 'close', 'end']

interface ConnectionOptions {
  /** Which of several it is, for errors. */
  readonly name?: string
  /** Whether one there may have been before, so that the next is not waited for. Default `false`. */
  readonly isKnown?: boolean
}

export class Connection {
  readonly #client: Connectable
  readonly #clock: Clock
  readonly #name: string | undefined
  /** How long an answer is waited for, in ms. */
  readonly timeout: number
  /** No connection has been seen yet, nor one that failed: the first one may be waited for. */
  #isFirst: boolean
  #isClosed = false
  /** While there are some who wait for the first connection: what comes then must not overtake them. */
  #firstOutcome: Promise<void> | undefined
  #endWaiting = (): void => {}
  #lastError: unknown
  /** What the server said. ioredis goes on regardless, in database 0. */
  #databaseRefused: unknown

  constructor(
    client: Connectable,
    clock: Clock,
    timeout: number,
    { name, isKnown = false }: ConnectionOptions = {},
  ) {
    this.#client = client
    this.#clock = clock
    this.timeout = timeout
    this.#name = name
    this.#isFirst = !isKnown
  }

  /** Whether what is sent goes out at once. */
  get isOpen(): boolean {
    return this.#canSend() && this.#firstOutcome === undefined
  }

  /**
   * Sends, and answers what comes back.
   *
   * @param send Called at most once, and not after the promise has settled: what was given up is not sent later. Called
   *   in the order of asking.
   * @param left How long the answer is waited for, in ms.
   * @throws ClientNotReadyError or DatabaseRefusedError where nothing was sent; DeadlineError where no answer came in time;
   *   ConnectionLostError where none will come.
   */
  async ask<T>(what: string, send: () => Promise<T>, left = this.timeout): Promise<T> {
    if (this.isOpen) return this.#answer(what, send(), left)
    if (!this.#mayWait()) {
      this.#connectIdle()
      throw this.#notReady()
    }
    let isAwaited = true
    const sent = this.#waitForFirst().then(() => {
      if (isAwaited && this.#canSend()) return send()
      throw this.#notReady()
    })
    return this.#answer(what, sent, left).finally(() => {
      isAwaited = false
    })
  }

  /** For a client that nobody else listens to: its errors are kept, as the cause of having no connection. */
  keepErrors(): void {
    this.#client.on('error', (error: unknown) => {
      this.#lastError = error
      // Told before the client is ready.
      if (isAboutSelect(error)) this.#databaseRefused = error
    })
    this.#client.on('ready', () => {
      this.#lastError = undefined
    })
    // The next connection selects anew.
    this.#client.on('close', () => {
      this.#databaseRefused = undefined
    })
  }

  /** From now on nothing is sent, and the client bears no listener. */
  close(): void {
    this.#isClosed = true
    this.#endWaiting()
  }

  #canSend(): boolean {
    const isReady = this.#client.status === 'ready'
    if (isReady) this.#isFirst = false
    return isReady && !this.#isClosed && this.#databaseRefused === undefined
  }

  #mayWait(): boolean {
    if (this.#isClosed) return false
    return this.#firstOutcome !== undefined || (this.#isFirst && BEFORE_READY.includes(this.#client.status))
  }

  /** With `lazyConnect` a client waits for its first command. How it ends is told by the events. */
  #connectIdle(): void {
    if (this.#client.status === 'wait' && !this.#isClosed) this.#client.connect().catch(() => {})
  }

  /** Resolves when the first connection is there, or will not be. All who wait share one set of listeners. */
  #waitForFirst(): Promise<void> {
    this.#firstOutcome ??= new Promise<void>((resolve) => {
      const client = this.#client
      this.#endWaiting = () => {
        for (const event of OUTCOMES) client.off(event, this.#endWaiting)
        this.#isFirst = false
        resolve()
        // After those who wait now, and no sooner: another listener may be about to ask for something.
        this.#firstOutcome?.then(() => {
          this.#firstOutcome = undefined
        })
      }
      for (const event of OUTCOMES) client.on(event, this.#endWaiting)
      this.#connectIdle()
    })
    return this.#firstOutcome
  }

  async #answer<T>(what: string, sent: Promise<T>, left: number): Promise<T> {
    const began = this.#clock.monotonic()
    try {
      // The client's socket keeps the process alive; whether somebody awaits the answer is not known here (law 11).
      return await withDeadline(this.#clock, left, what, sent, { ref: false })
    } catch (error) {
      if (isClientTimeout(error)) throw new DeadlineError(what, Math.round(this.#clock.monotonic() - began))
      const isPlain = error instanceof LarderError || isReplyError(error) || this.#client.status === 'ready'
      throw isPlain ? error : new ConnectionLostError(error)
    }
  }

  #notReady(): ClientNotReadyError | DatabaseRefusedError {
    if (this.#databaseRefused !== undefined && !this.#isClosed)
      return new DatabaseRefusedError(this.#databaseRefused)
    return new ClientNotReadyError(this.#isClosed ? 'closed' : this.#client.status, {
      cause: this.#lastError,
      node: this.#name,
    })
  }
}

/** ioredis's word for its `commandTimeout`, which may be shorter. To whoever asked that is no answer either. */
function isClientTimeout(error: unknown): boolean {
  return (error as Error | undefined)?.message === 'Command timed out'
}

function isAboutSelect(error: unknown): boolean {
  return (error as { command?: { name?: string } } | undefined)?.command?.name === 'select'
}

/** Redis's own word. */
export function isReplyError(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'ReplyError'
}
