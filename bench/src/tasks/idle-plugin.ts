/** What the plugin costs an operation that uses none of it: no loader, no resolver with a policy. */
import { compare } from '../compare.ts'
import type { Outcome } from '../outcome.ts'
import { type Check, timeRounds } from '../rounds.ts'
import { openServers, type Serving, WITHOUT } from '../servers.ts'
import type { Setting, Task } from './task.ts'

/** Within the process: nothing but the server's own work, so the most that the plugin can weigh. */
export const idlePlugin: Task = (setting) =>
  measure(
    'idle-plugin',
    'An operation without loaders, within the process.',
    setting,
    async ({ execute }) => {
      for (let burst = 0; burst < 100; burst++) await Promise.all(Array.from({ length: AT_ONCE }, execute))
    },
  )

/** As a client sees it. */
export const idlePluginOverHttp: Task = (setting) =>
  measure('idle-plugin-http', 'An operation without loaders, over HTTP.', setting, async ({ post }) => {
    for (let burst = 0; burst < 40; burst++) await Promise.all(Array.from({ length: AT_ONCE }, post))
  })

const AT_ONCE = 16

/** The second server without the plugin is the A/A pair: what the machine alone makes of equal work. */
async function measure(
  task: string,
  title: string,
  { url, rounds }: Setting,
  work: (serving: Serving) => Promise<void>,
): Promise<Outcome> {
  const { servers, close } = await openServers(url)
  try {
    const contestants = servers.map((serving) => ({
      name: serving.name,
      async work(): Promise<Check> {
        await work(serving)
        return checkedAlready
      },
    }))
    const times = await timeRounds(contestants, rounds)
    return compare({ task, title, ratio: { of: 'throughput', base: WITHOUT } }, times)
  } finally {
    await close()
  }
}

/** Each answer is checked as it comes: that is next to nothing beside what a server does for it. */
const checkedAlready = () => {}
