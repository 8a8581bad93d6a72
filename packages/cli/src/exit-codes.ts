/** What the program exits with. */
export const DONE = 0
/** Redis could not be reached, or failed. */
export const FAILED = 1
/** The command line was wrong, or nobody has agreed: nothing was done. */
export const REFUSED = 2
/** Nothing that can be served lies there. */
export const NOTHING = 3
