/**
 * The way to Redis: a client is sent to only while it is ready, and waited for no longer than the deadline. Without a
 * connection ioredis would queue commands and send them whenever it has one, long after their callers gave up.
 */
import { type Clock, LarderError, withDeadline } from '@larder/core'
import type { RedisClient } from './client.ts'
import { ClientNotReadyError, ConnectionLostError } from './errors.ts'

/** ioredis's words for a client that is about to connect, or to be made to. */
const BEFORE_READY = ['wait', 'connecting', 'connect']
/** Its events that end the first attempt, well or ill. */
const OUTCOMES = ['ready', 'close', 'end']

export class Connection {
  readonly #client: RedisClient
  readonly #clock: Clock
  /** How long an answer is waited for, in ms. */
  readonly timeout: number
  /** No connection has been seen yet, nor one that failed: the first one may be waited for. */
  #isFirst = true
  #isClosed = false
  #firstOutcome: Promise<void> | undefined
  #endWaiting = (): void => {}
  #lastError: unknown

  constructor(client: RedisClient, clock: Clock, timeout: number) {
    this.#client = client
    this.#clock = clock
    this.timeout = timeout
  }

  /**
   * Sends, and answers what comes back.
   *
   * @param send Called at most once, and not after the promise has settled: what was given up is not sent later.
   * @throws ClientNotReadyError where nothing was sent; DeadlineError where no answer came in time;
   *   ConnectionLostError where none will come.
   */
  async ask<T>(what: string, send: () => Promise<T>): Promise<T> {
    if (this.#canSend()) return this.#answer(what, send())
    if (!this.#mayWait()) throw this.#notReady()
    let isAwaited = true
    const sent = this.#waitForFirst().then(() => {
      if (isAwaited && this.#canSend()) return send()
      throw this.#notReady()
    })
    return this.#answer(what, sent).finally(() => {
      isAwaited = false
    })
  }

  /** For a client that nobody else listens to: its errors are kept, as the cause of having no connection. */
  keepErrors(): void {
    this.#client.on('error', (error: unknown) => {
      this.#lastError = error
    })
    this.#client.on('ready', () => {
      this.#lastError = undefined
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
    return isReady && !this.#isClosed
  }

  #mayWait(): boolean {
    return this.#isFirst && !this.#isClosed && BEFORE_READY.includes(this.#client.status)
  }

  /** Resolves when the first connection is there, or will not be. All who wait share one set of listeners. */
  #waitForFirst(): Promise<void> {
    this.#firstOutcome ??= new Promise((resolve) => {
      const client = this.#client
      this.#endWaiting = () => {
        for (const event of OUTCOMES) client.off(event, this.#endWaiting)
        this.#isFirst = false
        resolve()
      }
      for (const event of OUTCOMES) client.on(event, this.#endWaiting)
      // With `lazyConnect` a client waits for its first command. How it ends is told by the events.
      if (client.status === 'wait') client.connect().catch(() => {})
    })
    return this.#firstOutcome
  }

  async #answer<T>(what: string, sent: Promise<T>): Promise<T> {
    try {
      // The client's socket keeps the process alive; whether somebody awaits the answer is not known here (law 11).
      return await withDeadline(this.#clock, this.timeout, what, sent, { ref: false })
    } catch (error) {
      const isPlain = error instanceof LarderError || isReplyError(error) || this.#client.status === 'ready'
      throw isPlain ? error : new ConnectionLostError(error)
    }
  }

  #notReady(): ClientNotReadyError {
    return new ClientNotReadyError(this.#isClosed ? 'closed' : this.#client.status, this.#lastError)
  }
}

/** Redis's own word. */
function isReplyError(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'ReplyError'
}
