/**
 * Every combination of who shares a resolver's results and what it reads, as a field of Query and of Entry, whose entries
 * have the same fields again. A field's name says both, so that the judge knows what to expect there.
 */
import type { LoadersContext } from '@larder/apollo'
import type { Viewer } from './people.ts'
import { type Entry, entryOf, type Loaders } from './sources.ts'

export type Context = Viewer & LoadersContext<Loaders>

/** No policy; one that everyone shares; one of the scope of the user. */
const SHARED = ['plain', 'public', 'own'] as const

/** What is everyone's; what is the user's; both; the user's without a loader, and by a loader that cannot see whose it is. */
const READS = ['Everyones', 'Own', 'Both', 'Direct', 'Keyed'] as const

type Reads = (typeof READS)[number]

export const FIELDS = SHARED.flatMap((shared) => READS.map((reads) => `${shared}${reads}`))

// All may be cached by anyone. What narrows that are Larder's hints, and the schema's for what Larder cannot know.
const hint = (field: string) => (/^plain(Direct|Keyed)$/.test(field) ? ' @cacheControl(scope: PRIVATE)' : '')
const fields = FIELDS.map((field) => `${field}(id: ID!): Entry${hint(field)}`).join('\n')

export const typeDefs = `#graphql
  directive @cacheControl(maxAge: Int, scope: CacheControlScope) on FIELD_DEFINITION
  enum CacheControlScope { PUBLIC PRIVATE }
  type Query { ${fields} }
  type Entry { id: ID! text: String! ${fields} }
  type Mutation { touch(id: ID!): Boolean }
`

type Resolve = (parent: Entry | undefined, args: { id: string }, context: Context) => Promise<Entry | null>

const READ: Record<Reads, Resolve> = {
  Everyones: async (parent, { id }, { loaders }) => loaders.everyones.load(below(parent, id)),
  Own: async (parent, { id }, { loaders, locale }) => {
    const own = await loaders.own.load(below(parent, id))
    return own && { ...own, text: `${own.text} ${locale}` }
  },
  Both: async (parent, { id }, { loaders, locale }) => {
    const everyones = await loaders.everyones.load(below(parent, id))
    const own = await loaders.own.load(below(parent, id))
    return own && { ...own, text: `${own.text} ${everyones?.text} ${locale}` }
  },
  Direct: async (parent, { id }, { user, locale }) => {
    if (user === undefined) return null
    const own = entryOf(user, below(parent, id))
    return { ...own, text: `${own.text} ${locale}` }
  },
  Keyed: async (parent, { id }, { loaders, user, locale }) => {
    if (user === undefined) return null
    const own = await loaders.keyed.load({ user, id: below(parent, id) })
    return own && { ...own, text: `${own.text} ${locale}` }
  },
}

/** The same for each policy and for none. */
const resolversOf = () =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const reads = READS.find((each) => field.endsWith(each)) as Reads
      return [field, READ[reads]]
    }),
  )

export const resolvers = { Query: resolversOf(), Entry: resolversOf() }

/** Few IDs, whatever the depth, so that most reads are hits. */
function below(parent: Entry | undefined, id: string): string {
  return `${(Number(parent?.id ?? 0) + Number(id)) % 5}`
}

/** Whether a text that this field gave is everyone's. */
export const isEveryones = (field: string) => field.endsWith('Everyones')

/** A policy that everyone shares may not read what is one user's: it is refused, whoever asks. */
export const isRefused = (field: string) => field.startsWith('public') && !isEveryones(field)
