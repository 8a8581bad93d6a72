/** Subscriptions whose every event has loaders of its own. */
import { withLoaders } from '@larder/apollo'
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { Shop, Viewer } from './shop.ts'

/**
 * As GraphQL's `subscribe`, which executes all events with one context: there the memo of the first event would answer
 * those that follow, whatever has been invalidated between them.
 */
export function subscribeAnew(loaders: Shop['loaders']) {
  return async (args: ExecutionArgs) => {
    const stream = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in stream)) return stream
    const events = stream[Symbol.asyncIterator]()

    // No async generator: its `return` would wait until the next event, and a client that leaves would stay until then.
    return {
      async next() {
        const event = await events.next()
        if (event.done) return event
        const contextValue = withLoaders(loaders, args.contextValue as Viewer)
        return { done: false, value: await execute({ ...args, rootValue: event.value, contextValue }) }
      },
      async return() {
        await events.return?.()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    } satisfies AsyncIterableIterator<ExecutionResult>
  }
}
