/** What a value bears, as the loader says. */

import { TagsError } from '../errors/errors.ts'
import { kindOf } from '../errors/show.ts'
import type { LoaderParts } from '../loader/engine.ts'

/**
 * Each once; the others, which it bears in any case, first.
 *
 * @throws TagsError
 */
export function tagsOf<K, V>(
  { name, policy }: Pick<LoaderParts<K, V>, 'name' | 'policy'>,
  value: V,
  id: K,
  others: readonly string[] = NONE,
): readonly string[] {
  if (policy.tags === undefined) return others
  const own = ask(name, () => policy.tags?.(value, id))
  return own.length + others.length === 0 ? NONE : [...new Set([...others, ...own])]
}

const NONE: readonly string[] = []

function ask(loader: string, tags: () => unknown): readonly string[] {
  let answer: unknown
  try {
    answer = tags()
  } catch (cause) {
    throw new TagsError(loader, '`tags` threw; see cause.', { cause })
  }
  if (!Array.isArray(answer))
    throw new TagsError(loader, `\`tags\` has to answer an array of tags; it answered ${kindOf(answer)}.`)
  const wrong = answer.findIndex((tag) => typeof tag !== 'string' || tag === '')
  if (wrong < 0) return answer
  const what = answer[wrong] === '' ? 'an empty one' : kindOf(answer[wrong])
  throw new TagsError(loader, `\`tags\` has to answer non-empty strings; number ${wrong} is ${what}.`)
}
