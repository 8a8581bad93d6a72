/** Whose prices a request sees: the header `x-tenant` says it. */
import { GraphQLError } from 'graphql'
import type { Queries } from './database/database.ts'

export const PUBLIC = 'public'

/** What a loader may see of a request, if it has a `scope`. */
export interface Viewer {
  readonly tenant: string
}

/** The tenants that there are, read once: a new one needs a contract, and this process a restart. */
export async function readTenants(database: Queries): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>('select id from tenants')
  return new Set(rows.map(({ id }) => id))
}

/** A name that nobody checked would become a part of keys: anybody could fill the store with entries. */
export function checkTenant(tenant: string, tenants: ReadonlySet<string>): string {
  if (tenants.has(tenant)) return tenant
  throw new GraphQLError(`There is no such tenant. Those known are ${[...tenants].join(', ')}.`, {
    extensions: { code: 'UNKNOWN_TENANT', http: { status: 400 } },
  })
}
