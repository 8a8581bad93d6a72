/** What an entry says beyond the numbers of its header: JSON, or nothing. */

interface Extras {
  /** The ID, where the key holds only its hash. */
  readonly id: string | undefined
  /** What its value bears, each once. */
  readonly tags: readonly string[]
}

const NO_TAGS: readonly string[] = []

export const NO_EXTRAS: Extras = { id: undefined, tags: NO_TAGS }

export function writeExtras({
  id,
  tags = NO_TAGS,
}: { readonly [name in keyof Extras]?: Extras[name] | undefined }): string {
  if (id === undefined && tags.length === 0) return ''
  return JSON.stringify({ id, tags: tags.length === 0 ? undefined : tags })
}

/** `undefined` for what was never written so. */
export function readExtras(json: string): Extras | undefined {
  try {
    const { id, tags = NO_TAGS } = JSON.parse(json)
    const isTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
    return isTags && (id === undefined || typeof id === 'string') ? { id, tags } : undefined
  } catch {
    return undefined
  }
}
