/** What the lab stands on: servers, or timers and memory in their place. */
import type { About } from '@larder/lab/contract'

export function Stand({ about: { database, store } }: { readonly about: About }) {
  const isReal = database === 'postgres' && store === 'redis'
  return (
    <p class={isReal ? 'stand small' : 'stand small simulated'}>
      {database === 'postgres'
        ? 'The database is real: Postgres runs each query. '
        : 'The database’s pool and its slow query are simulated by timers here: PGlite, which the shop uses, runs one statement at a time. '}
      {store === 'redis'
        ? 'The store is real, too: a Redis, which all processes share. '
        : 'The store is simulated by this process’s memory. '}
      {!isReal && (
        <>
          <code>npm run start:real</code> runs it with Postgres and Redis.
        </>
      )}
    </p>
  )
}
