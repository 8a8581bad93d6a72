/** One loader in one scope. */

import { KeySpace } from '../entry/key.ts'
import type { Engine, LoaderParts } from './engine.ts'
import { scopeText } from './scope.ts'

export function withoutScope<K, V>(parts: LoaderParts<K, V>): Engine<K, V> {
  return { ...parts, space: spaceOf(parts, ''), scope: undefined }
}

/** @throws ScopeError */
export function inScope<K, V>(parts: LoaderParts<K, V>, scope: unknown): Engine<K, V> {
  const text = scopeText(parts.name, scope)
  // Parsed from the key's own text: `load` cannot see anything of the scope that is not in the key.
  return { ...parts, space: spaceOf(parts, text), scope: Object.freeze(JSON.parse(text)) }
}

function spaceOf<K, V>({ namespace, name, policy }: LoaderParts<K, V>, scope: string): KeySpace {
  return new KeySpace(namespace, name, scope, policy.version)
}
