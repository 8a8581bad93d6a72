/** What the clients of a scheduled world do: each a sequence of commands, all of them side by side. */
import fc from 'fast-check'
import { TAGS, type Tag } from './growing-source.ts'

export type ClientCommand =
  | { readonly kind: 'read'; readonly cache: number; readonly ids: readonly string[] }
  /** The row changes, and is then invalidated. */
  | { readonly kind: 'change'; readonly cache: number; readonly ids: readonly string[] }
  /** The row changes, and is then primed. */
  | { readonly kind: 'prime'; readonly cache: number; readonly ids: readonly [string] }
  /** All rows change, and what bears the tag is then invalidated. */
  | { readonly kind: 'change tag'; readonly cache: number; readonly ids: readonly Tag[] }
  /** All rows change, and all that the loader has is then invalidated. */
  | { readonly kind: 'change all'; readonly cache: number; readonly ids: readonly string[] }
  /** Nobody says that the row has changed, so that what is loaded next differs from what was loaded before. */
  | { readonly kind: 'change silently'; readonly cache: number; readonly ids: readonly [string] }
  | { readonly kind: 'time passes'; readonly cache: number; readonly ids: readonly string[] }

/** A load takes its turns before it reads its rows, and after. */
export interface Slowness {
  readonly before: number
  readonly after: number
}

/** A command of the store that fails: before it is executed; after; or before, and is executed all the same, later. */
export interface Loss {
  readonly nth: number
  readonly leg: 'request' | 'reply' | 'late'
}

export interface Plan {
  readonly clients: readonly (readonly ClientCommand[])[]
  /** Of the first load, the second, and so on; then again from the first. */
  readonly loads: readonly Slowness[]
  readonly losses: readonly Loss[]
}

const KINDS: readonly ClientCommand['kind'][] = ['read', 'change', 'prime', 'change silently', 'time passes']
/** Of a loader with tags. */
export const TAG_KINDS: readonly ClientCommand['kind'][] = [...KINDS, 'change tag', 'change all']

/** Few IDs, and one above all, so that clients get into each other's way. */
export function plans(
  processes: number,
  kinds: readonly ClientCommand['kind'][] = KINDS,
): fc.Arbitrary<Plan> {
  const cache = fc.nat({ max: processes - 1 })
  const id = fc.constantFrom('1', '1', '1', '2')
  const one = fc.tuple(id)
  const some = fc.array(id, { minLength: 1, maxLength: 3 })
  const none = fc.constant([])
  const tags = fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1 })
  const commands: Record<ClientCommand['kind'], fc.WeightedArbitrary<ClientCommand>> = {
    read: { weight: 10, arbitrary: fc.record({ kind: fc.constant('read'), cache, ids: some }) },
    change: { weight: 6, arbitrary: fc.record({ kind: fc.constant('change'), cache, ids: some }) },
    prime: { weight: 2, arbitrary: fc.record({ kind: fc.constant('prime'), cache, ids: one }) },
    'change silently': {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('change silently'), cache, ids: one }),
    },
    'change tag': {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('change tag'), cache, ids: tags }),
    },
    'change all': { weight: 2, arbitrary: fc.record({ kind: fc.constant('change all'), cache, ids: none }) },
    'time passes': {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('time passes'), cache, ids: none }),
    },
  }
  const command = fc.oneof(...kinds.map((kind) => commands[kind]))
  const client = fc.array(command, { minLength: 2, maxLength: 5 })
  return fc.record({
    clients: fc.array(client, { minLength: 3, maxLength: 5 }),
    loads: fc.array(fc.record({ before: fc.nat({ max: 2 }), after: fc.nat({ max: 16 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    losses: fc.array(
      fc.record({
        nth: fc.nat({ max: 15 }),
        leg: fc.constantFrom('request' as const, 'reply' as const, 'late' as const),
      }),
      { maxLength: 4 },
    ),
  })
}
