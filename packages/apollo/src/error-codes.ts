/** The codes of Larder's errors in responses. */
import type { GraphQLError } from 'graphql'

/** Apollo Server would call them all INTERNAL_SERVER_ERROR. By the code's form: a package loaded twice has two classes. */
export function giveCodes(errors: readonly GraphQLError[]): void {
  for (const { extensions, originalError } of errors) {
    const code = (originalError as { readonly code?: unknown } | undefined)?.code
    if (typeof code === 'string' && code.startsWith('LARDER_')) extensions.code ??= code
  }
}
