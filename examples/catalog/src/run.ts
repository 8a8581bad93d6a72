/** The catalogue as a process: says where it is, and ends when it is told to. */
import { sampleQuery } from './sample-query.ts'
import { StartError } from './start-error.ts'

export interface Running {
  readonly url: string
  /** A line about what it stands on. */
  readonly note?: string
  /** Safe to call again. */
  stop(): Promise<void>
}

export async function run(start: () => Promise<Running>): Promise<void> {
  try {
    const catalog = await start()
    // Kept until the end: Ctrl-C reaches a process twice where a package manager passes it on.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => catalog.stop())
    console.log(`ready ${catalog.url}`)
    if (catalog.note !== undefined) console.log(catalog.note)
    console.log('\nA shop is there, in a browser, and at /lab a stampede can be watched.')
    console.log(`An editor for queries is at /graphql. One to paste:\n\n${sampleQuery}`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
