/** A page's answer, kept current: asked for when the page listens to changes, and at each change of what it shows. */
import type { Product } from '../api/answers.ts'
import { type Answer, type AskError, ask, type Operation } from '../api/ask.ts'
import { listen } from './listen.ts'
import { newPrices } from './new-prices.ts'

export interface PageState<Data> {
  /** The latest one, also while there is a failure. */
  readonly answer?: Answer<Data>
  /** Why there is no newer answer. */
  readonly failure?: AskError
  /** Those whose price was another one before, when that was last so. */
  readonly changed: readonly Product[]
}

/** In ms, between the loss of the stream, or a failure, and the next try. After further failures it is twice as long each time. */
const PAUSE = 1_000
const LONGEST_PAUSE = 10_000

/** What fails is tried again, by itself if that may help. Returns what is to be called to try it at once. */
export function openLivePage<Data>(
  operation: Operation,
  productsOf: (data: Data) => readonly Product[],
  show: (state: PageState<Data>) => void,
): () => void {
  let state: PageState<Data> = { changed: [] }
  let endListening = () => {}
  let asking: Promise<boolean> | undefined
  let isOutdated = false
  let failures = 0

  function begin(): void {
    endListening()
    // A browser has few connections for a server: a page that nobody sees takes none.
    if (document.hidden) return
    // It listens first and asks then: a change in between is not missed.
    endListening = listen({ opened: askAnew, changed: hear, lost: lose })
  }

  function hear(productIds: readonly string[]): void {
    const shown = state.answer === undefined ? [] : productsOf(state.answer.data)
    // An answer that is under way may be older than the change, and of products that are not known yet.
    if (asking !== undefined || shown.some(({ id }) => productIds.includes(id))) askAnew()
  }

  /** The stream may have ended alone, or with the server. */
  async function lose(): Promise<void> {
    if (await askAnew()) beginAfter(PAUSE)
  }

  function beginAfter(pause: number): void {
    const timer = setTimeout(begin, pause)
    endListening = () => clearTimeout(timer)
  }

  /** Resolves with whether there is an answer. */
  function askAnew(): Promise<boolean> {
    isOutdated = true
    asking ??= askUntilCurrent().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askUntilCurrent(): Promise<boolean> {
    try {
      while (isOutdated) {
        isOutdated = false
        const answer = await ask<Data>(operation)
        const before = state.answer && productsOf(state.answer.data)
        const news = newPrices(before, productsOf(answer.data))
        failures = 0
        update({ answer, changed: news.length > 0 ? news : state.changed })
      }
      return true
    } catch (error) {
      const failure = error as AskError
      endListening()
      update({ ...state, failure })
      if (failure.mayPass) beginAfter(Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE))
      failures += 1
      return false
    }
  }

  function update(next: PageState<Data>): void {
    state = next
    show(state)
  }

  document.addEventListener('visibilitychange', begin)
  window.addEventListener('online', begin)
  show(state)
  begin()
  return begin
}
