/** `npm start`: reads the environment, starts the catalogue, and ends it when it is told to. */
import { startCatalog } from './app.ts'
import { readEnvironment } from './environment.ts'
import { sampleQuery } from './sample-query.ts'
import { StartError } from './start-error.ts'

try {
  const catalog = await startCatalog(readEnvironment(process.env))
  // Kept until the end: Ctrl-C reaches a process twice where a package manager passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => catalog.stop())
  console.log(`ready ${catalog.url}`)
  console.log('\nA shop is there, in a browser, and at /lab a stampede can be watched.')
  console.log(`An editor for queries is at /graphql. One to paste:\n\n${sampleQuery}`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
