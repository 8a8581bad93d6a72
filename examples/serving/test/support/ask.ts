/** What clients do over HTTP. */

export interface Answer {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
  readonly extensions?: Record<string, unknown>
}

export interface Operation {
  readonly query: string
  readonly variables?: Record<string, unknown>
}

export async function post(
  url: string,
  body: Operation | readonly Operation[],
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = { 'content-type': 'application/json', connection: 'close', ...headers }
  return fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) })
}

/** One operation, as somebody or as nobody. */
export async function ask(url: string, query: string, user?: string): Promise<Answer> {
  const response = await post(url, { query }, user === undefined ? {} : { 'x-user': user })
  return (await response.json()) as Answer
}
