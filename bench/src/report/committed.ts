/** The results of one full run, which lie in the repository. */
import { readResultsFile } from '@larder/test/made-files'
import type { Results } from '../outcome.ts'

const RESULTS = 'bench/results.json'

export function readResults(): Results {
  return readResultsFile(RESULTS, `npm run bench -- --out ${RESULTS}`)
}
