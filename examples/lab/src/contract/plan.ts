/** What a run is asked to do, and how it is written into the query of a URL. */
import { type ProtectionName, protectionNames } from './protections.ts'
import { type ScenarioName, scenarioNames } from './scenarios.ts'

export interface Numbers {
  /** Requests a second, in all processes together. */
  readonly rate: number
  /** How long requests come, under each protection. */
  readonly seconds: number
  /** Ms that a query holds its connection. */
  readonly query: number
  /** Connections to the database, in all processes together. */
  readonly pool: number
  /** Server processes that share the load. */
  readonly processes: number
}

export interface Plan extends Numbers {
  readonly scenario: ScenarioName
  /** In the order in which they are run. */
  readonly protections: readonly ProtectionName[]
}

export const DEFAULTS: Plan = {
  scenario: 'expire-hot-key',
  protections: protectionNames,
  rate: 2_000,
  seconds: 10,
  query: 400,
  pool: 20,
  processes: 1,
}

/** Of each, the least and the most. */
export const LIMITS: { readonly [name in keyof Numbers]: readonly [least: number, most: number] } = {
  rate: [1, 5_000],
  seconds: [5, 60],
  query: [1, 2_000],
  pool: [1, 200],
  processes: [1, 8],
}

/** A plan asks for what the lab does not do. Its message is for who asked. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
}

/**
 * From the query of a URL, or an object with the same names. What is not there is as in `DEFAULTS`, what is not known is
 * left alone.
 *
 * @throws PlanError
 */
export function readPlan(given: URLSearchParams | Readonly<Record<string, unknown>>): Plan {
  const get = (name: string) => textOf(name, given instanceof URLSearchParams ? given.get(name) : given[name])
  const number = (name: keyof Numbers) => readNumber(name, get(name))
  const plan: Plan = {
    scenario: readOne('scenario', get('scenario') ?? DEFAULTS.scenario, scenarioNames),
    protections: readSome('protections', get('protections'), protectionNames),
    rate: number('rate'),
    seconds: number('seconds'),
    query: number('query'),
    pool: number('pool'),
    processes: number('processes'),
  }
  if (plan.pool >= plan.processes) return plan
  throw new PlanError(
    `pool: expected a connection for each of ${plan.processes} processes, received ${plan.pool}.`,
  )
}

/** What `readPlan` reads. */
export function writePlan(plan: Plan): URLSearchParams {
  return new URLSearchParams(Object.entries(plan).map(([name, value]) => [name, String(value)]))
}

/** Protections may come as a list, or as text with commas. What is empty counts as not there. */
function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (name === 'protections' && isListOfTexts(value)) return value.join()
  throw new PlanError(`${name}: expected a text or a number, received something else.`)
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function readNumber(name: keyof Numbers, text: string | undefined): number {
  if (text === undefined) return DEFAULTS[name]
  const [least, most] = LIMITS[name]
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new PlanError(`${name}: expected a whole number from ${least} to ${most}, received ${quote(text)}.`)
}

function readOne<Name extends string>(what: string, text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text)
  if (found !== undefined) return found
  throw new PlanError(`${what}: expected one of ${names.join(', ')}, received ${quote(text)}.`)
}

/** Each once, in the order of `names`. */
function readSome<Name extends string>(
  what: string,
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  if (text === undefined) return names
  const asked = new Set(text.split(',').map((one) => readOne(what, one.trim(), names)))
  return names.filter((name) => asked.has(name))
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
