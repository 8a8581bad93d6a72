/** The website: the shop's pages, the lab's, and what both ask for. All of it comes from here. */
import type { File, Website } from '@larder/website'
import type { Express, RequestHandler } from 'express'

/** Every path that is a page of the shop, which finds out by itself which one. */
const SHOP = ['/', '/search', '/category/:id', '/product/:id']

/** Whatever a page asks for, it asks here, and no page from elsewhere shows it as a part of its own: a browser refuses. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export function addPages(app: Express, website: Website): void {
  app.get(SHOP, send(website.shop))
  app.get('/lab', send(website.lab))
  for (const [path, file] of website.files) app.get(path, send(file))
}

/** For a browser that asked for a page which is not there: the shop says so. For all others, what comes next. */
export function answerLost({ shop }: Website): RequestHandler {
  const sendShop = send(shop)
  return (request, response, next) => {
    if (request.method !== 'GET' || request.accepts('json', 'html') !== 'html') return next()
    sendShop(request, response.status(404), next)
  }
}

function send({ type, body }: File): RequestHandler {
  return (_request, response) => {
    response.set('content-security-policy', POLICY).type(type).send(body)
  }
}
