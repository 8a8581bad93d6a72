/**
 * With policies and without any cache the catalogue answers the same: to random operations, mutations among them.
 * `LARDER_SEED` decides which; what fails prints it.
 */
import { afterEach, expect, test } from '@jest/globals'
import type { Cache } from '@larder/core'
import { Dice } from '@larder/test/dice'
import { buildSchema, type GraphQLObjectType } from 'graphql'
import { typeDefs } from '../src/schema.ts'
import { TENANTS } from './same-answers/invalidating.ts'
import { randomOperation } from './same-answers/random-operations.ts'
import {
  type Answer,
  type Asked,
  type Cached,
  cachedCatalog,
  documentStore,
  type Fault,
  type Uncached,
  uncachedCatalog,
} from './same-answers/servers.ts'

const { LARDER_SEED = '1' } = process.env
const seed = LARDER_SEED === 'random' ? Date.now() : Number(LARDER_SEED)
const OPERATIONS = 5_000
/** Queries that run side by side, between two mutations. */
const AT_ONCE = 16
/** Half a minute, and more on a machine that has other things to do. */
const PATIENCE = 400_000

const schema = buildSchema(typeDefs)
const open: (Cached | Uncached)[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

test(
  'policies answer random operations as no cache does, and at least half of their reads are hits',
  async () => {
    const { difference, cached, uncached } = await compare(OPERATIONS)
    expect(difference).toBeUndefined()
    const { keys, hits } = cached.reads
    console.log(
      `seed ${seed}: ${OPERATIONS} operations, ${keys} reads of policies, ${hits} of them hits; ` +
        `${uncached.statements()} statements without a cache, ${cached.statements()} with it`,
    )
    expect(keys).toBeGreaterThan(OPERATIONS)
    expect(hits / keys).toBeGreaterThanOrEqual(0.5)
  },
  PATIENCE,
)

test.each([
  ['Query.topProducts', 'first'],
  ['Query.products', 'ids'],
  ['Product.reviews', 'first'],
])(
  'a key of %s that leaves %s out is found',
  async (coordinate, argument) => {
    const keeping = (cache: Cache) => leavingOut(cache, coordinate, argument)
    const { difference } = await compare(OPERATIONS, { keeping })
    expect(difference).toBeDefined()
    // It is found by another answer, and not since the fault was refused.
    expect(JSON.stringify(difference)).not.toContain('LARDER_')
  },
  PATIENCE,
)

test.each<[string, Fault]>([
  ['what is missing', { invalidating: (cache) => forgetting(cache, 'Query.product') }],
  ['searches', { invalidating: (cache) => forgetting(cache, 'Query.search') }],
  ['the tags of prices', { invalidating: (cache) => withoutTags(cache, 'price:') }],
  ['the tags of reviews', { invalidating: (cache) => withoutTags(cache, 'reviews:') }],
  ['the tags of products', { invalidating: (cache) => withoutTags(cache, 'product:') }],
  ['the tags of categories', { keeping: (cache) => withoutTags(cache, 'category:') }],
])(
  'an invalidation of %s that mutations leave out is found',
  async (_, fault) => {
    const { difference } = await compare(OPERATIONS, fault)
    expect(difference).toBeDefined()
    expect(JSON.stringify(difference)).not.toContain('LARDER_')
  },
  PATIENCE,
)

/** Asks both the same until they differ, or to the end. */
async function compare(operations: number, fault?: Fault) {
  const documents = documentStore()
  const cached = await cachedCatalog(documents, fault)
  const uncached = await uncachedCatalog(documents)
  open.push(cached, uncached)
  const dice = new Dice(seed)
  let asked = 0
  while (asked < operations) {
    const round = [...queries(dice), mutation(dice)]
    // What comes after the last query is what it was before: a mutation is alone.
    const [last, ...others] = round.reverse() as [Asked, ...Asked[]]
    const difference = (await differences(others)) ?? (await differences([last]))
    // What is loaded within the millisecond in which a tag is invalidated is loaded again.
    await cached.clock.advance(1)
    if (difference !== undefined) return { difference, cached, uncached }
    asked += round.length
    // So that some are read fresh, some stale, and some have ended.
    if (dice.chance(0.2)) await cached.clock.advance(dice.between(0, 30_000))
  }
  return { difference: undefined, cached, uncached }

  async function differences(round: readonly Asked[]) {
    const answers = await Promise.all(
      round.map(async (each) => [await cached.answer(each), await uncached.answer(each)]),
    )
    const at = answers.findIndex(([one, other]) => !agree(one as Answer, other as Answer))
    return at < 0
      ? undefined
      : { seed, asked: round[at], cached: answers[at]?.[0], uncached: answers[at]?.[1] }
  }
}

/**
 * Where a field that may not be null has failed, nothing is left of the data, and whatever fails later is told no more: which
 * errors are told is then a matter of time, but for the one that came first.
 */
function agree(one: Answer, other: Answer): boolean {
  if (one.data !== null || other.data !== null) return JSON.stringify(one) === JSON.stringify(other)
  const told = one.errors.map((error) => JSON.stringify(error))
  return other.errors.some((error) => told.includes(JSON.stringify(error)))
}

function queries(dice: Dice): Asked[] {
  return Array.from({ length: AT_ONCE }, () => ask(dice, 'query', schema.getQueryType()))
}

function mutation(dice: Dice): Asked {
  return ask(dice, 'mutation', schema.getMutationType())
}

function ask(dice: Dice, kind: 'query' | 'mutation', root: GraphQLObjectType | null | undefined): Asked {
  return { ...randomOperation(dice, kind, root as GraphQLObjectType), tenant: dice.pick(TENANTS) }
}

/** The cache, but its keys of one resolver do not have one of the arguments. */
function leavingOut(cache: Cache, coordinate: string, argument: string): Cache {
  const loader = (name: string, load: never, options: { readonly key: (call: unknown) => string }) => {
    const key = (call: unknown) => withoutArgument(options.key(call), argument)
    return cache.loader(name, load, (name === coordinate ? { ...options, key } : options) as never)
  }
  return Object.assign(Object.create(cache), { loader })
}

/** A key is the JSON of the parent's key and the arguments. */
function withoutArgument(key: string, argument: string): string {
  const [parent, { [argument]: left, ...others }] = JSON.parse(key)
  expect(left).toBeDefined()
  return JSON.stringify([parent, others])
}

/** The cache, but it invalidates nothing of one resolver. */
function forgetting(cache: Cache, coordinate: string): Cache {
  const nothing = { invalidate: async () => false, invalidateAll: async () => {} }
  const resolver = (name: string) => (name === coordinate ? nothing : cache.resolver(name))
  return Object.assign(Object.create(cache), { resolver })
}

/** The cache, but it invalidates no tags that begin so. */
function withoutTags(cache: Cache, beginning: string): Cache {
  const invalidateTags = (tags: readonly string[]) =>
    cache.invalidateTags(tags.filter((tag) => !tag.startsWith(beginning)))
  return Object.assign(Object.create(cache), { invalidateTags })
}
