/**
 * What is put on a context: the object that has the loaders, and the cached resolvers.
 *
 * It is made for every operation, also for those that read nothing. So all of them share their getters, and these reach
 * what is of the operation by `this`: V8 keeps what a getter closes over until its next full collection, and what a
 * WeakMap holds, too. With either, requests grow old, and a small operation costs a tenth more.
 */
import type { Loaders } from './loaders-context.ts'
import type { RequestLoader } from './request-loader.ts'

type AnyRequestLoader = RequestLoader<unknown, unknown>

/** What the loaders on one context are made from, each when it is first used. */
export class Place {
  readonly request: object
  readonly #make: (name: string) => AnyRequestLoader
  #made: Map<string, AnyRequestLoader> | undefined

  /** @param make The DataLoader of a name, for this context. */
  constructor(request: object, make: (name: string) => AnyRequestLoader) {
    this.request = request
    this.#make = make
  }

  open(name: string): AnyRequestLoader {
    this.#made ??= new Map()
    const loader = this.#made.get(name) ?? this.#make(name)
    this.#made.set(name, loader)
    return loader
  }
}

/** Also how loaders that are ours are told from anything else. */
const PLACE = Symbol('larder place')

/** Of the operation that is executed with a context. Not enumerable, so that it is of this very context and of no copy. */
export const RESOLVERS = Symbol('larder resolvers')

type Placed = { readonly [PLACE]?: Place }

/** Not `null`, which would make V8 keep each of these objects as a dictionary. */
const BARE = Object.freeze(Object.create(null))

const getters = new WeakMap<Loaders, PropertyDescriptorMap>()

/** Has a property for each of the loaders, which opens that. */
export function placeLoaders(loaders: Loaders, place: Place): object {
  const placed = Object.create(BARE, gettersOf(loaders))
  return Object.defineProperty(placed, PLACE, { value: place })
}

export function placeOf(thing: unknown): Place | undefined {
  return (thing as Placed | null | undefined)?.[PLACE]
}

function gettersOf(loaders: Loaders): PropertyDescriptorMap {
  const before = getters.get(loaders)
  if (before !== undefined) return before
  const descriptors = Object.keys(loaders).map((name) => {
    const get = function (this: Required<Placed>) {
      return this[PLACE].open(name)
    }
    return [name, { get, enumerable: true }] as const
  })
  const made = Object.fromEntries(descriptors)
  getters.set(loaders, made)
  return made
}
