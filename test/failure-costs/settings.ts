/** Times so short that a run is brief, in milliseconds. Cool-downs do not grow, so that their number is elapsed / cool-down. */

export const STORE_TIMEOUT = 400
/** How long a call of the source takes that is well. */
export const SOURCE_TIME = 10
export const LOAD_TIMEOUT = 300
export const COOL_DOWN = 250
/** As the engine lengthens cool-downs at most. */
export const LONGEST_COOL_DOWN = 1.1 * COOL_DOWN
/** Beyond it a load that somebody else has begun is not waited for: more than a load and the store may take. */
export const WAIT_TIMEOUT = LOAD_TIMEOUT + 2 * STORE_TIMEOUT + 100
export const TTL = 60_000
/** How long the engine does not ask a store whose circuit is open. */
export const STORE_RETRY = 1_000
/** A read that is not answered by then counts as unanswered. */
export const PATIENCE = 2_500
/** For scenarios of something else: a circuit that never opens. */
export const NO_CIRCUIT = { circuit: { minimum: 1_000_000 } }
