/** What happens in the pages of a browser's window while a test uses it. */
import type { BrowserContext, Request } from 'playwright-core'

export interface Record {
  /** Errors and warnings of the console, errors nobody caught, requests that failed, and those that left this machine. */
  readonly troubles: readonly string[]
  /** Of all responses that have ended so far, with their headers. */
  bytes(): Promise<number>
}

/** @param except A trouble with these words is none. */
export function recordOf(context: BrowserContext, except?: RegExp): Record {
  const troubles: string[] = []
  const sizes: Promise<number>[] = []
  const note = (trouble: string) => {
    if (except === undefined || !except.test(trouble)) troubles.push(trouble)
  }

  context.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warning') note(`${type}: ${message.text()}`)
  })
  context.on('weberror', (error) => note(`uncaught: ${error.error()}`))
  context.on('request', (request) => {
    if (!isHere(request.url())) note(`asked elsewhere: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    if (!hasEnded(request)) note(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('requestfinished', (request) => sizes.push(sizeOf(request)))

  return {
    troubles,
    async bytes() {
      const all = await Promise.all(sizes)
      return all.reduce((sum, size) => sum + size, 0)
    },
  }
}

function isHere(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'data:' || hostname === 'localhost'
}

/** A page that goes takes its streams along. */
function hasEnded(request: Request): boolean {
  return request.resourceType() === 'eventsource' && request.failure()?.errorText === 'net::ERR_ABORTED'
}

async function sizeOf(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return responseBodySize + responseHeadersSize
}
