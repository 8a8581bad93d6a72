import { afterAll, beforeAll } from '@jest/globals'
import { type CatalogProcess, runCatalog } from '@larder/catalog/testing/run-catalog'

/** A catalogue as a process, for the whole of a test file. Returns what gives the URL of a path there. */
export function useCatalog(): (path: string) => string {
  let child: CatalogProcess
  let url: string
  beforeAll(async () => {
    child = runCatalog({ PORT: '0' })
    url = await child.ready
  })
  afterAll(async () => {
    child.signal('SIGKILL')
    await child.exit
  })
  return (path) => new URL(path, url).href
}
