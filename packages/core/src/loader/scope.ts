/** A scope as canonical text, part of every key below it (law 6). */
import { ScopeError } from '../errors/errors.ts'
import { show } from '../errors/show.ts'

const ALLOWED =
  'a non-empty string, a finite number, a boolean, or a flat, non-empty array or record of these'

/**
 * Two scopes have the same text only if they are the same: types are told apart ("1" is not 1), a record's order is not.
 *
 * @throws ScopeError for anything that could stand for two different requests: undefined, null, '', nested or empty
 * objects, promises, class instances.
 */
export function scopeText(loader: string, scope: unknown): string {
  if (isPart(scope)) return JSON.stringify(scope)
  if (Array.isArray(scope)) return textOfArray(loader, scope)
  if (typeof scope === 'object' && scope !== null && isRecord(scope)) return textOfRecord(loader, scope)
  throw refuse(loader, 'the scope', scope)
}

function textOfArray(loader: string, scope: readonly unknown[]): string {
  if (scope.length === 0) throw refuse(loader, 'the scope', scope)
  for (let i = 0; i < scope.length; i++) if (!isPart(scope[i])) throw refuse(loader, `scope[${i}]`, scope[i])
  return JSON.stringify(scope)
}

function textOfRecord(loader: string, scope: object): string {
  const parts = Object.entries(scope)
  if (parts.length === 0) throw refuse(loader, 'the scope', scope)
  for (const [name, part] of parts) if (!isPart(part)) throw refuse(loader, `scope.${name}`, part)
  return JSON.stringify(Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1))))
}

function isPart(part: unknown): part is string | number | boolean {
  if (typeof part === 'string') return part !== ''
  return typeof part === 'boolean' || (typeof part === 'number' && Number.isFinite(part))
}

/** A class instance may hold what its own properties do not show; so may symbols. */
function isRecord(scope: object): boolean {
  const prototype = Object.getPrototypeOf(scope)
  const bare =
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
  return bare && Object.getOwnPropertySymbols(scope).length === 0
}

function refuse(loader: string, where: string, received: unknown): ScopeError {
  const what = received !== '' && isIdentifying(received) ? `a ${typeof received}` : show(received)
  return new ScopeError(loader, `${where} has to be ${ALLOWED}; received ${what}.`)
}

/** It may say who somebody is, which an error must not. */
function isIdentifying(received: unknown): boolean {
  return typeof received === 'string' || typeof received === 'bigint'
}
