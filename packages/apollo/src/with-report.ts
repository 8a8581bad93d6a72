/** The report of a request, beside those of the server's other plugins. */
import type { Readings } from './readings.ts'

type Report = Readonly<Record<string, object>>
type Extensions = Readonly<Record<string, unknown>> | undefined

/** @param contextKey The loaders' name on the context, and here: no two plugins of a server have the same loaders there. */
export function withReport(
  extensions: Extensions,
  contextKey: string,
  readings: Readings,
  hasPolicies: boolean,
): Record<string, unknown> {
  const before = (extensions?.larder ?? {}) as Report
  const larder: Record<string, object> = {
    ...before,
    [contextKey]: { ...before[contextKey], ...readings.loaders() },
  }
  if (hasPolicies) larder.resolvers = { ...before.resolvers, ...readings.resolvers() }
  return { ...extensions, larder }
}
