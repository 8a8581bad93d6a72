/** The URL of a Redis, checked before the package that knows Redis is there. It may hold a password, and is not shown. */
import { OptionError } from '@larder/core'

/** @throws OptionError on what ioredis would refuse with the URL in its error, or take for something else. */
export function checkUrl(where: string, text: unknown): void {
  const expected = 'a URL that begins with redis:// or rediss://'
  if (typeof text !== 'string') throw new OptionError(where, expected, text)
  if (!/^rediss?:\/\//i.test(text)) throw new OptionError(where, expected, 'text that begins otherwise')
  const { pathname, port, searchParams } = parsed(where, text)
  const path = pathname.replace(/^\//, '')
  const databases = [...(path === '' ? [] : [path]), ...searchParams.getAll('db')]
  if (!databases.every((it) => /^\d{1,9}$/.test(it)))
    throw refusal(where, 'a whole number for the database, such as redis://localhost:6379/1')
  const ports = [...(port === '' ? [] : [port]), ...searchParams.getAll('port')]
  if (!ports.every((it) => /^\d{1,5}$/.test(it) && Number(it) > 0 && Number(it) < 65_536))
    throw refusal(where, 'a port from 1 to 65535')
}

function parsed(where: string, text: string): URL {
  try {
    const url = new URL(text)
    // ioredis decodes these.
    decodeURIComponent(url.username + url.password)
    return url
  } catch {
    // Its error shows the whole URL.
    throw refusal(where, 'a host, a port from 1 to 65535, and a user and a password that are percent-encoded')
  }
}

function refusal(where: string, expected: string): OptionError {
  return new OptionError(where, expected, 'something else', '', String)
}
