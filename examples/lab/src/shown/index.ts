/** What a run came to, in figures and words for people: the same on the page, in the terminal and in the docs. */

export { FIGURES, type Figure, leastOf } from './figures.ts'
export { findingOf } from './finding.ts'
export { count, duration } from './format.ts'
