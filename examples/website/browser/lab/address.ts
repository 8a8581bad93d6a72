/** The page's address, which has a plan in its query. */
import { type Plan, writePlan } from '@larder/lab/contract'
import { type Reading, read } from './draft.ts'

/** @param search The query, as `location.search` has it. */
export function readAddress(search: string): Reading {
  return read(new URLSearchParams(search))
}

/** Whether the run begins as soon as the page is open. */
export function asksToRun(search: string): boolean {
  return new URLSearchParams(search).get('run') === 'now'
}

/** Where the page opens with this plan in its form. */
export function addressOf(plan: Plan): string {
  return `${location.pathname}?${writePlan(plan)}`
}

/** The same, and runs it. */
export function repeatingAddressOf(plan: Plan): string {
  return `${addressOf(plan)}&run=now`
}
