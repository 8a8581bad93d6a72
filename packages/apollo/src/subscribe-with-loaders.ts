/** Subscriptions whose every event has loaders of its own. */
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import { checkLoaders, type Loaders } from './loaders-context.ts'
import { withLoaders } from './with-loaders.ts'

/**
 * GraphQL's `subscribe`, but for the loaders: each event is executed with a copy of the context that has them anew, as from
 * `withLoaders`. GraphQL's own executes all events with one context, whose memo answers those that follow from the first, whatever
 * has been invalidated between them.
 *
 * For whatever runs subscriptions and lets you say how: graphql-ws (`useServer({ subscribe: subscribeWithLoaders(loaders) })`),
 * GraphQL Yoga (`onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeWithLoaders(loaders))`). No plugin waits there:
 * await `invalidate` yourself.
 *
 * What is answered ends with the source of the events, or at once when its `return` or `throw` is called, also while an event
 * is waited for. An event that rejects ends it, too. Whatever ends it closes the source. A request that is refused is answered with
 * its errors.
 *
 * `contextKey` is the name of the loaders on the context, by default `loaders`.
 *
 * @throws OptionError where `loaders` are not Larder's. An event rejects with it where the context has something else under the
 *   name of the loaders.
 */
export function subscribeWithLoaders(
  loaders: Loaders,
  options: { readonly contextKey?: string } = {},
): (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  checkLoaders('subscribeWithLoaders: loaders', loaders)
  return async (args) => {
    const stream = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in stream)) return stream
    const answer = (rootValue: unknown) => {
      const contextValue = withLoaders(loaders, (args.contextValue ?? {}) as never, options)
      return execute({ ...args, rootValue, contextValue })
    }
    return mapEvents(stream, answer)
  }
}

/** No async generator: its `return` would wait until the next event, and a client that leaves would stay until then. */
function mapEvents<T>(
  stream: AsyncIterable<unknown>,
  answer: (event: unknown) => T | Promise<T>,
): Required<AsyncIterableIterator<T, undefined>> {
  const events = stream[Symbol.asyncIterator]()
  const done = { done: true, value: undefined } as const
  let isOver = false
  const close = async () => {
    if (isOver) return
    isOver = true
    await events.return?.()
  }
  return {
    async next() {
      if (isOver) return done
      const event = await events.next()
      if (isOver || event.done) return done
      try {
        return { done: false, value: await answer(event.value) }
      } catch (error) {
        // What closing fails with is not what was wrong.
        await close().catch(() => {})
        throw error
      }
    },
    async return() {
      await close()
      return done
    },
    async throw(error) {
      await close()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
