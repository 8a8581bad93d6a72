/**
 * Store keys (law 6): `NS:{LOADER/SCOPE/ID}:vN` for a value, `NS:{LOADER/SCOPE/ID}:lease` for its lease. The braces are
 * literal: what lies between them decides the Cluster slot, so all that belongs to one entity shares one. Markers lie under
 * `NS:tag:{TAG}`, and under `NS:all:{LOADER}` and `NS:all:{LOADER/SCOPE}` for all that a loader has, in one scope or in all.
 */
import { createHash } from 'node:crypto'

/** Escaped, so that the separators above, `%` and `#` mean themselves only where we put them; and lone surrogates. */
const UNSAFE = /[%/{}:# \p{Cc}\p{Cs}]/gu
const SAFE = /^[\w.~@=+,-]*$/
/** Longer parts are hashed: keys are compared and sent with every read. */
const LONGEST_PART = 200

/** One part of a key: injective, whatever characters it holds. */
export function escapePart(part: string): string {
  if (part.length > LONGEST_PART) return `#${createHash('sha256').update(utf16(part)).digest('base64url')}`
  if (SAFE.test(part)) return part
  return part.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x80 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16).padStart(4, '0')}`
  })
}

/** What `escapePart` was given. The hash of an overlong part stays one. */
export function unescapePart(escaped: string): string {
  return escaped.replace(/%(?:u([\da-f]{4})|([\da-f]{2}))/g, (_, wide, narrow) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow, 16)),
  )
}

/** Does the key hold only the hash of this part? */
export function isHashed(part: string): boolean {
  return part.length > LONGEST_PART
}

/** Does the key hold the hash of any part? */
export function holdsHash(key: string): boolean {
  return key.includes('#')
}

/** All code units, lone surrogates too, which UTF-8 would turn into one and the same replacement character. */
function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/** What all entries' keys of a namespace begin with, and no others: to tell them from what else is in the same store. */
export function namespacePrefix(namespace: string): string {
  return `${escapePart(namespace)}:{`
}

/** What all keys of a loader begin with. */
export function loaderPrefix(namespace: string, loader: string): string {
  return `${namespacePrefix(namespace)}${escapePart(loader)}/`
}

/** The same, from one of its keys. */
export function prefixOf(key: string): string {
  return key.slice(0, key.indexOf('/') + 1)
}

/** Where the namespace remembers its hottest keys. Entries have braces, and this has none. */
export function hotKey(namespace: string): string {
  return `${escapePart(namespace)}:hot`
}

/** The key of a tag's marker. */
export function tagKey(namespace: string, tag: string): string {
  return `${escapePart(namespace)}:tag:{${escapePart(tag)}}`
}

/** The key of the marker of all that a loader has: in every scope, or in the one with this canonical text. */
export function allKey(namespace: string, loader: string, scope?: string): string {
  const scoped = scope === undefined ? '' : `/${escapePart(scope)}`
  return `${escapePart(namespace)}:all:{${escapePart(loader)}${scoped}}`
}

const MARKER = /^[^:{]*:(?:tag|all):\{/

/** Is it the key of a marker, in any namespace? */
export function isMarkerKey(key: string): boolean {
  return MARKER.test(key)
}

/** Keys by the texts that name them there. */
export interface Names {
  /** Another for each space: together with a text it stands for one key, and no other does. */
  readonly pattern: string
  valueKey(text: string): string
}

/** The keys of one loader in one scope. */
export class KeySpace implements Names {
  /** What they all begin with, and no others. */
  readonly prefix: string
  readonly pattern: string
  readonly #suffix: string

  /** `scope` is the canonical text of a scope, or '' for a loader without one. */
  constructor(namespace: string, loader: string, scope: string, version: number) {
    this.prefix = `${loaderPrefix(namespace, loader)}${escapePart(scope)}/`
    this.#suffix = `}:v${version}`
    this.pattern = this.prefix + this.#suffix
  }

  /** The key of the current version's value. */
  valueKey(id: string): string {
    return this.prefix + escapePart(id) + this.#suffix
  }

  versionKey(id: string, version: number): string {
    return `${this.prefix}${escapePart(id)}}:v${version}`
  }

  leaseKey(id: string): string {
    return `${this.prefix}${escapePart(id)}}:lease`
  }
}

/** The key of the lease that guards a value, from the value's key or its own. */
export function leaseOf(key: string): string {
  return `${key.slice(0, key.lastIndexOf(':') + 1)}lease`
}

/** The key of a version's value, from the key of the lease that guards it. */
export function siblingKey(lease: string, version: number): string {
  return `${lease.slice(0, -'lease'.length)}v${version}`
}
