/** Asks the GraphQL API, and says what the answer has cost. */
import { type Cost, costOf, type Extensions } from './cost.ts'

export interface Operation {
  readonly query: string
  readonly variables?: Readonly<Record<string, string | number>>
}

export interface Answer<Data> {
  readonly data: Data
  /** Why parts of it are null, if they are since they could not be read. */
  readonly fault: string | undefined
  readonly cost: Cost
}

/** There is no answer. The message is for whoever looks at the page. */
export class AskError extends Error {
  override readonly name = 'AskError'
  /** The shop has not answered, and may yet. Otherwise it has refused, and would again. */
  readonly mayPass: boolean

  constructor(message: string, options: { readonly mayPass: boolean; readonly cause?: unknown }) {
    super(message, options)
    this.mayPass = options.mayPass
  }
}

interface Body<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
  readonly extensions?: Extensions
}

/** @throws AskError */
export async function ask<Data>(operation: Operation): Promise<Answer<Data>> {
  const began = performance.now()
  const { data, errors, extensions } = await send<Data>(operation)
  const fault = errors?.map(({ message }) => message).join(' ')
  if (data === undefined || data === null) {
    const isRefused = errors?.some(({ extensions }) => extensions?.code === 'BAD_USER_INPUT') ?? false
    throw new AskError(fault ?? 'The shop has sent no answer.', { mayPass: !isRefused })
  }
  return { data, fault, cost: costOf(extensions, performance.now() - began) }
}

async function send<Data>(operation: Operation): Promise<Body<Data>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operation),
  }).catch((cause) => {
    throw new AskError('The shop cannot be reached.', { mayPass: true, cause })
  })
  // Such as while it starts.
  if (response.status >= 500) throw new AskError('The shop cannot answer just now.', { mayPass: true })
  return response.json().catch((cause) => {
    throw new AskError(`The shop was expected to send JSON, and sent something else (${response.status}).`, {
      mayPass: true,
      cause,
    })
  })
}
