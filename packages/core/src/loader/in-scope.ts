/** One loader in one scope. */

import { allKey, KeySpace } from '../entry/key.ts'
import type { Implied } from '../tags/bearer.ts'
import type { Engine, LoaderParts } from './engine.ts'
import { scopeText } from './scope.ts'

export function withoutScope<K, V>(parts: LoaderParts<K, V>): Engine<K, V> {
  return { ...parts, space: spaceOf(parts, ''), implied: impliedBy(parts), scope: undefined }
}

/** @throws ScopeError */
export function inScope<K, V>(parts: LoaderParts<K, V>, scope: unknown): Engine<K, V> {
  const text = scopeText(parts.name, scope)
  // Parsed from the key's own text: `load` cannot see anything of the scope that is not in the key.
  const parsed = Object.freeze(JSON.parse(text))
  return { ...parts, space: spaceOf(parts, text), implied: impliedBy(parts, text), scope: parsed }
}

function spaceOf<K, V>({ namespace, name, policy }: LoaderParts<K, V>, scope: string): KeySpace {
  return new KeySpace(namespace, name, scope, policy.version)
}

/** All of a loader can be invalidated, and what it has in one scope. */
function impliedBy<K, V>(
  { namespace, name, policy }: LoaderParts<K, V>,
  scope?: string,
): Implied | undefined {
  if (policy.tags === undefined) return undefined
  const keys = [allKey(namespace, name)]
  if (scope !== undefined) keys.push(allKey(namespace, name, scope))
  return { keys, hold: policy.holdAfterInvalidate }
}
