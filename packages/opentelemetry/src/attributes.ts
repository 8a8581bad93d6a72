/** The attributes of Larder's metrics and spans. The README lists which metric has which. */

export const NAMESPACE = 'larder.namespace'
export const LOADER = 'larder.loader'
export const OUTCOME = 'larder.outcome'
export const MODE = 'larder.mode'
export const BACKGROUND = 'larder.load.background'
export const PRIMED = 'larder.primed'
export const SOURCE = 'larder.source'
export const OPERATION = 'larder.store.operation'
export const PART = 'larder.store.part'
export const CIRCUIT_OF = 'larder.circuit.of'
export const CIRCUIT_NAME = 'larder.circuit.name'
/** Of OpenTelemetry's semantic conventions. */
export const ERROR_TYPE = 'error.type'

/** Of spans alone. */
export const IDS = 'larder.load.ids'
export const FOUND = 'larder.load.found'
export const MISSING = 'larder.load.missing'
export const FAILED = 'larder.load.failed'
export const UNLINKED = 'larder.load.unlinked'
export const ERROR_CODE = 'larder.error.code'
