/** One process of the fleet: a cache, and clients that use it. Started by `fleet.ts`. */
import { Dice } from '../../support/dice.ts'
import { Link } from '../link.ts'
import type { Assignment, FleetAnswers, FleetAsks } from '../protocol.ts'
import { openRows } from './rows-loader.ts'
import { Witness } from './witness.ts'
import { Workload } from './workload.ts'

const assignment: Assignment = JSON.parse(process.argv[2] as string)

const link: Link<FleetAsks, FleetAnswers> = new Link<FleetAsks, FleetAnswers>(process, {
  connect: () => rows.connect(),
  start: () => workload.start(),
  async rest() {
    await workload.rest()
    await witness.send()
    return workload.tally
  },
  async readAll() {
    const all = await workload.readAll()
    await witness.send()
    return all
  },
  async close() {
    await rows.close()
    await witness.end()
    isClosed = true
  },
})
const witness = new Witness(assignment.by, link, assignment.tags)
const rows = openRows(assignment, witness, link)
const workload = new Workload(rows, witness, link, new Dice(assignment.seed), assignment.tags)

let isClosed = false

process.on('disconnect', () => {
  // Whoever runs the fleet is gone: nothing of it stays behind. Once the cache is closed, nothing of it keeps this
  // process alive, or law 11 is broken.
  if (!isClosed) process.exit(1)
})
