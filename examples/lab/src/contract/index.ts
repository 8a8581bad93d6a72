/**
 * What the lab and those who show it say to each other: what can be asked of it, and what it tells. Nothing in this folder
 * needs Node, since a browser has it, too.
 */

export type { About } from './about.ts'
export { DEFAULTS, LIMITS, type Numbers, type Plan, PlanError, readPlan, writePlan } from './plan.ts'
export { PROTECTIONS, type ProtectionName, protectionNames } from './protections.ts'
export type { RunEvent } from './run-event.ts'
export { type Outcomes, SAMPLE_EVERY, type Sample } from './sample.ts'
export { EVENT_AT, FAULT_LASTS, SCENARIOS, type ScenarioName, scenarioNames } from './scenarios.ts'
export type { Totals } from './totals.ts'
