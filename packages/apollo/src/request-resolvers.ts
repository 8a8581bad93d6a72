/** The cached resolvers of one operation. */
import DataLoader from 'dataloader'
import { type GraphQLArgument, type GraphQLResolveInfo, OperationTypeNode, print } from 'graphql'
import { isOfAnother } from './as-it-came.ts'
import type { Bound, CachedField } from './cached-field.ts'
import { Call, type Field, type Resolve, Unstored } from './call.ts'
import { keyOfCall } from './call-key.ts'
import { asThrown } from './call-loader.ts'
import type { Loaders } from './loaders-context.ts'
import { ownError } from './own-error.ts'
import type { Past } from './past.ts'
import type { Readings, ResolverReport } from './readings.ts'
import { canonicalField } from './selection.ts'

interface Surroundings {
  /** Those of the schema that the operation is executed with. */
  readonly fields: ReadonlyMap<Field, CachedField>
  readonly loaders: Loaders
  readonly contextKey: string
  readonly readings: Readings
  /** How often the request has invalidated tags. */
  tagInvalidations(): number
  past(): Past
  warn(message: string): void
}

/** A field as it is executed. */
export interface Execution {
  readonly parent: unknown
  readonly args: Readonly<Record<string, unknown>>
  readonly context: object
  readonly info: GraphQLResolveInfo
  /** Of the field, as the schema defines them. */
  readonly definitions: readonly GraphQLArgument[]
  /** As it was before it was cached. */
  readonly resolve: Resolve
  /** What has to happen around the looking up of its result. */
  around(share: () => Promise<unknown>): unknown
  /** The context for a resolver that runs within `around`. */
  contextWithin(): object
}

/** What the operation remembers of a field, since so many invalidations that may concern it. */
interface Memo {
  readonly loader: DataLoader<Call, unknown, string>
  readonly invalidations: number
}

export class RequestResolvers {
  readonly #surroundings: Surroundings
  #loaders: Map<string, Memo> | undefined

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** What is cached of this field, if its resolver is to be looked up for this operation. */
  cachedAt(field: Field): CachedField | undefined {
    return this.#surroundings.fields.get(field)
  }

  /** @throws ScopeError, InvalidKeyError */
  resolve(field: CachedField, execution: Execution): unknown {
    const { parent, args, context, info, definitions, resolve, around, contextWithin } = execution
    const { readings, loaders, contextKey, past, warn } = this.#surroundings
    const report = readings.ofResolver(field.coordinate)
    if (field.policy.scope !== 'public') readings.isScoped = true
    const alone = (itsContext: object) => {
      report.alone++
      return resolve(parent, args, itsContext, info)
    }
    const bound = field.isUnshared(resolve) ? undefined : field.bind(context)
    const selection = field.policy.selection === true ? selectionOf(info) : undefined
    if (bound === undefined || selection === 'unknown') return alone(context)
    const key = keyOfCall(field, parent, definitions, args)
    const call = new Call({
      key: selection === undefined ? key : `${key}${print(selection)}`,
      ...{ parent, args, context, info, selection, resolve, loaders, contextKey, warn },
      scope: bound.scope,
      past: past(),
    })
    return around(() =>
      this.#share(call, this.#loaderFor(field, bound, report, info), {
        asThrown: (error) => asThrown(error, field),
        alone: () => alone(contextWithin()),
      }),
    )
  }

  async #share(
    call: Call,
    loader: DataLoader<Call, unknown, string>,
    { asThrown, alone }: { asThrown(error: unknown): unknown; alone(): unknown },
  ): Promise<unknown> {
    const answer = await loader
      .load(call)
      .catch((error: unknown) => Promise.reject(ownError(asThrown(error))))
    if (!(answer instanceof Unstored)) return isOfAnother(answer, call) ? alone() : answer
    if (!answer.isFor(call)) return alone()
    if ('error' in answer.outcome) throw ownError(answer.outcome.error)
    return answer.outcome.value
  }

  #loaderFor(
    field: CachedField,
    bound: Bound,
    report: ResolverReport,
    info: GraphQLResolveInfo,
  ): DataLoader<Call, unknown, string> {
    const name = `${field.coordinate} ${bound.scope}`
    // Both only grow.
    const invalidations = field.invalidations + this.#surroundings.tagInvalidations()
    this.#loaders ??= new Map()
    const before = this.#loaders.get(name)
    if (before?.invalidations === invalidations) return before.loader
    const loader = this.#open(field, bound, report, info)
    this.#loaders.set(name, { loader, invalidations })
    return loader
  }

  #open(
    { coordinate }: CachedField,
    bound: Bound,
    report: ResolverReport,
    { operation }: GraphQLResolveInfo,
  ): DataLoader<Call, unknown, string> {
    const { past } = this.#surroundings
    const loader = bound.loader()
    const read = (calls: readonly Call[]) => loader.loadMany(calls, { report, past: past() })
    return new DataLoader((calls) => read(calls).catch((error: Error) => calls.map(() => error)), {
      name: coordinate,
      cacheKeyFn: ({ parts }) => parts.key,
      // What a mutation has read before one of its fields, the next may have changed.
      cache: operation.operation === OperationTypeNode.QUERY,
    })
  }
}

function selectionOf(info: GraphQLResolveInfo): ReturnType<typeof canonicalField> | 'unknown' {
  try {
    return canonicalField(info)
  } catch {
    return 'unknown'
  }
}
