/** A server whose one cached resolver looks at its context as a test says. */
import { resolver } from '../../src/index.ts'
import { createServer, createTestCache, policy } from './cached-server.ts'

export type Context = Record<string, unknown>
export type Viewer = { user?: string; tenant?: string }
export type Look = (
  context: Context & { loaders: Record<string, { load(id: string): Promise<unknown> }> },
) => unknown

export const byUser = ({ user }: Viewer) => user
export const byTenant = ({ tenant }: Viewer) => tenant
export const bothNamed = ({ user, tenant }: Viewer) => ({ user: user ?? 'nobody', tenant: tenant ?? 'none' })

/** A server with a cached resolver that does with its context what the test says, and loaders in several scopes. */
export function serverOf(look: Look, options: Parameters<typeof resolver<unknown, Viewer>>[0]) {
  const { cache, clock } = createTestCache()
  const load = async (ids: readonly string[], { scope }: { scope: unknown }) =>
    ids.map((id) => `${id} of ${JSON.stringify(scope)}`)
  const loaders = {
    open: cache.loader('open', load),
    ofUser: cache.loader('ofUser', load, { scope: byUser }),
    ofSameText: cache.loader('ofSameText', load, { scope: ({ user }: Viewer) => user }),
    ofTenantOnly: cache.loader('ofTenantOnly', load, { scope: byTenant }),
    ofTenant: cache.loader('ofTenant', load, { scope: ({ tenant = 'none' }: Viewer) => ({ tenant }) }),
  }
  let runs = 0
  const server = createServer({
    cache,
    typeDefs: 'type Query { look: String }',
    resolvers: {
      Query: {
        look: (_: unknown, _args: unknown, context: never) => {
          runs++
          return look(context)
        },
      },
    },
    loaders,
    policies: { 'Query.look': resolver<unknown, Viewer>({ ...policy, ...options }) },
  })
  const ask = async (context: Viewer & Context = {}) => server.execute('{ look }', context)
  return { ...server, ask, clock, runs: () => runs }
}
