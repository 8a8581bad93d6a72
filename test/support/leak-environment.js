import { setTimeout } from 'node:timers/promises'
import { TestEnvironment } from 'jest-environment-node'
import { disableStorages } from './async-storages.js'

/**
 * In ms. After a disconnect from a dead server ioredis keeps a timer for 2 s, and one for 10 s where it was just connecting;
 * the rest is for a busy machine.
 */
const patience = 20_000

// They are made when they are first used, and belong to the worker, not to the test that happens to use them first.
void [process.stdout, process.stderr]

/**
 * Node's environment, in which a test file fails if it leaves behind what would keep the process alive. The results of its
 * tests are reported beside that: one that was cut short may be why.
 */
export default class LeakEnvironment extends TestEnvironment {
  #before = countResources()
  #file

  constructor(config, context) {
    super(config, context)
    this.#file = context.testPath
  }

  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return
    // What has been closed may take a while to go.
    const deadline = performance.now() + patience
    while (this.#leaks().length > 0 && performance.now() < deadline) await setTimeout(10)
    const leaks = this.#leaks()
    // An error thrown here, or in `teardown`, would take the place of the results.
    if (leaks.length > 0) unhandledErrors.push(new Error(`${this.#file} left open: ${leaks.join(', ')}`))
  }

  async teardown() {
    disableStorages()
    await super.teardown()
  }

  #leaks() {
    return [...countResources()]
      .map(([kind, count]) => [kind, count - (this.#before.get(kind) ?? 0)])
      .filter(([, more]) => more > 0)
      .map(([kind, more]) => `${more} ${kind}`)
  }
}

function countResources() {
  const counts = new Map()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
