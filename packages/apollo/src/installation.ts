/** The policies of one server, on its schema. */
import type { Cache } from '@larder/core'
import type { GraphQLSchema } from 'graphql'
import { CachedField } from './cached-field.ts'
import type { Field } from './call.ts'
import { findFields, throwAny } from './coordinates.ts'
import type { CheckedPolicy } from './resolver-policy.ts'
import { wrap } from './wrapped-fields.ts'

type Policies = ReadonlyMap<string, CheckedPolicy>

/** Of each schema that a server has started with or loaded: its fields that are cached. */
export type CachedFields = WeakMap<GraphQLSchema, ReadonlyMap<Field, CachedField>>

export class Installation {
  readonly #cache: Cache
  readonly #policies: Policies
  readonly #cached: CachedFields
  /** Each lets go of one field. */
  #held: (() => void)[] = []
  #isOver = false

  /**
   * @param cached Is told which fields are cached.
   * @throws OptionError where one of the policies does not fit the schema, or the servers that share the cache.
   */
  constructor(cache: Cache, policies: Policies, schema: GraphQLSchema, cached: CachedFields) {
    this.#cache = cache
    this.#policies = policies
    this.#cached = cached
    throwAny(findFields(schema, policies).errors)
    // Apollo Server would wrap what `update` throws.
    for (const [coordinate, policy] of policies) CachedField.running(cache, coordinate, policy)
  }

  /**
   * The schema is there, or another is. Where that has not all of the fields, the policies of the others hold.
   *
   * @throws OptionError
   */
  update(schema: GraphQLSchema): void {
    // A gateway goes on telling a server that has failed to start.
    if (this.#isOver) return
    const { fields, errors } = findFields(schema, this.#policies)
    const before = this.#held
    this.#held = []
    const cached = new Map<Field, CachedField>()
    try {
      for (const [coordinate, field] of fields) cached.set(field, this.#hold(schema, coordinate, field))
    } catch (error) {
      this.#leave()
      throw error
    } finally {
      for (const leave of before) leave()
    }
    this.#cached.set(schema, cached)
    throwAny(errors)
  }

  /** The server has stopped, or has failed to start: the schema is as it was, and the cache can take other policies. */
  end(): void {
    this.#isOver = true
    this.#leave()
  }

  #leave(): void {
    for (const leave of this.#held.splice(0)) leave()
  }

  #hold(schema: GraphQLSchema, coordinate: string, field: Field): CachedField {
    const policy = this.#policies.get(coordinate) as CheckedPolicy
    const { cached, leave } = CachedField.take(this.#cache, coordinate, policy, field.args)
    const unwrap = wrap(schema, field)
    this.#held.push(() => {
      unwrap()
      leave()
    })
    return cached
  }
}
