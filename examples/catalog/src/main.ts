/** `npm start`: the catalogue as the environment wants it. */
import { startCatalog } from './app.ts'
import { readEnvironment } from './environment.ts'
import { run } from './run.ts'

await run(() => startCatalog(readEnvironment(process.env)))
