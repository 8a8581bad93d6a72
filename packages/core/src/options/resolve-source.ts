/** The option `source` of a loader, checked: the limits and the circuit of what it reads. */

import type { CircuitSettings } from '../source/circuit.ts'
import { DEFAULTS } from '../source/sources.ts'
import { toMs } from '../time/duration.ts'
import { checkName, checkNumber, checkRecord, isWhole } from './check-option.ts'
import type { SourceOptions } from './loader-options.ts'
import type { Policy } from './settings.ts'

export function resolveSource(loader: string, source: SourceOptions): Policy<never, never>['source'] {
  const where = `Loader "${loader}": source`
  checkRecord(where, source, ['name', 'concurrency', 'queue', 'circuit'])
  const { name = loader, ...limits } = source
  checkName(`${where}.name`, name)
  if (Object.values(limits).every((limit) => limit === undefined)) return { name, settings: undefined }
  const { concurrency = DEFAULTS.concurrency, queue = DEFAULTS.queue, circuit = {} } = limits
  return {
    name,
    settings: {
      concurrency: checkNumber(`${where}.concurrency`, concurrency, 'a whole number from 1', isWhole(1)),
      queue: checkNumber(`${where}.queue`, queue, 'a whole number from 0', isWhole(0)),
      circuit: resolveCircuit(`${where}.circuit`, circuit),
    },
  }
}

function resolveCircuit(where: string, circuit: NonNullable<SourceOptions['circuit']>): CircuitSettings {
  checkRecord(where, circuit, ['failures', 'over', 'minimum', 'retryAfter'])
  const {
    failures = DEFAULTS.circuit.failures,
    over = DEFAULTS.circuit.over,
    minimum = DEFAULTS.circuit.minimum,
    retryAfter = DEFAULTS.circuit.retryAfter,
  } = circuit
  return {
    failures: checkNumber(
      `${where}.failures`,
      failures,
      'a number above 0, up to 1',
      (it) => it > 0 && it <= 1,
    ),
    over: toMs(`${where}.over`, over, { positive: true }),
    minimum: checkNumber(`${where}.minimum`, minimum, 'a whole number from 1', isWhole(1)),
    retryAfter: toMs(`${where}.retryAfter`, retryAfter, { positive: true }),
  }
}
