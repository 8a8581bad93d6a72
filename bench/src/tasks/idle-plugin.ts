/** What the plugin costs an operation that uses none of it: no loader, no resolver with a policy. */

import { compare, type Outcome } from '../outcome.ts'
import { timeRounds } from '../rounds.ts'
import { openServers, type Serving } from '../servers.ts'

/** Within the process: nothing but the server's own work, so the most that the plugin can weigh. */
export function idlePlugin(url: string, rounds: number): Promise<Outcome> {
  return measure('the plugin on a query without loaders', url, rounds, async ({ execute }) => {
    for (let burst = 0; burst < 100; burst++) await Promise.all(Array.from({ length: AT_ONCE }, execute))
  })
}

/** As a client sees it. */
export function idlePluginOverHttp(url: string, rounds: number): Promise<Outcome> {
  return measure('the plugin on a query without loaders, over HTTP', url, rounds, async ({ post }) => {
    for (let burst = 0; burst < 40; burst++) await Promise.all(Array.from({ length: AT_ONCE }, post))
  })
}

const AT_ONCE = 16

/** The second server without the plugin is the A/A pair: what the machine alone makes of equal work. */
async function measure(
  task: string,
  url: string,
  rounds: number,
  work: (serving: Serving) => Promise<void>,
): Promise<Outcome> {
  const { servers, close } = await openServers(url)
  const contestants = servers.map((serving) => ({ name: serving.name, run: () => work(serving) }))
  const times = await timeRounds(contestants, rounds)
  await close()
  return compare({ task, measure: 'throughput', base: 'a server without the plugin' }, times)
}
