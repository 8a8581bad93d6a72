/** The results of one run of all scenarios, which lie in the repository. */
import { readResultsFile } from '@larder/test/made-files'
import type { Results } from '../cli/results.ts'

const RESULTS = 'examples/lab/results.json'

export function readResults(): Results {
  return readResultsFile(RESULTS, `npm run -s lab -- --scenario all --json > ${RESULTS}`)
}
