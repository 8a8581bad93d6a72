/** GraphiQL at `GET /graphql`: one page with everything in it, so it works without a network. */
import type { RequestHandler } from 'express'

export function editor(query: string): RequestHandler {
  let page: Promise<string> | undefined
  return async (request, response, next) => {
    const isQuery = request.query.query !== undefined
    if (isQuery || request.accepts('html', 'json') !== 'html') return next()
    page ??= render(query)
    response.type('html').send(await page)
  }
}

/** Imported when it is first asked for: it is 9 MB of script. */
async function render(query: string): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  return renderGraphiQL({ endpoint: '/graphql', title: 'Larder catalogue', defaultQuery: query })
}
