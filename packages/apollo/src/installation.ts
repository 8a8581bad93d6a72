/** The policies of one running server, on its schema. */
import type { GraphQLField, GraphQLSchema } from 'graphql'
import type { CachedField } from './cached-field.ts'
import { findFields, throwAny } from './coordinates.ts'
import { unwrap, wrap } from './wrapped-fields.ts'

export class Installation {
  readonly #cached: readonly CachedField[]
  #installed = new Set<GraphQLField<unknown, object>>()
  #registered: (() => void)[] = []

  /** @throws OptionError where one of them does not fit the schema. */
  constructor(schema: GraphQLSchema, cached: Iterable<CachedField>) {
    this.#cached = [...cached]
    throwAny(findFields(schema, this.#cached).errors)
  }

  /**
   * The schema is there, or another is. Where that has not all of the fields, the policies of the others hold.
   *
   * @throws OptionError
   */
  update(schema: GraphQLSchema): void {
    const { fields, errors } = findFields(schema, this.#cached)
    const before = { fields: this.#installed, registered: this.#registered }
    this.#installed = new Set(fields.values())
    for (const [{ coordinate }, field] of fields) wrap(schema, coordinate, field, this)
    this.#leave(before.fields, before.registered)
    this.#registered = []
    try {
      for (const [cached, field] of fields) this.#registered.push(cached.register(field.args))
    } catch (error) {
      // A server that does not start is not stopped, either.
      this.end()
      throw error
    }
    throwAny(errors)
  }

  /** The schema is as it was. */
  end(): void {
    const { fields, registered } = { fields: this.#installed, registered: this.#registered }
    this.#installed = new Set()
    this.#registered = []
    this.#leave(fields, registered)
  }

  #leave(fields: Iterable<GraphQLField<unknown, object>>, registered: readonly (() => void)[]): void {
    for (const field of fields) if (!this.#installed.has(field)) unwrap(field, this)
    for (const leave of registered) leave()
  }
}
