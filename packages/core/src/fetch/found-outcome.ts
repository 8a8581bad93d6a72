/**
 * What became of a flight that was given an entry. `useless`: it knows that this one is not for it, and may ask again.
 * `unjudged`: the entry bears tags, and nothing could be learned of them; it may be alive, so it is not to be overwritten.
 */
export type FoundOutcome = 'landed' | 'useless' | 'unjudged'
