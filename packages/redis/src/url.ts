/** The URL of a server, checked before anything is made of it. It may hold a password: of it the scheme alone is shown. */
import { OptionError } from '@larder/core'
import { CLIENT, EXPECTED } from './recognise-client.ts'

/** @throws OptionError on what ioredis would refuse with the URL in its error, or take for something else. */
export function checkUrl(text: string): void {
  const [scheme = 'text without a scheme'] = /^[a-z][a-z\d+.-]*:\/\//i.exec(text) ?? []
  if (!/^rediss?:/i.test(scheme)) throw new OptionError(CLIENT, EXPECTED, scheme)
  const { pathname, port, searchParams } = parsed(text)
  const path = pathname.replace(/^\//, '')
  const databases = [...(path === '' ? [] : [path]), ...searchParams.getAll('db')]
  if (!databases.every((it) => /^\d{1,9}$/.test(it)))
    throw refusal('a whole number for the database, such as redis://localhost:6379/1')
  const ports = [...(port === '' ? [] : [port]), ...searchParams.getAll('port')]
  if (!ports.every((it) => /^\d{1,5}$/.test(it) && Number(it) > 0 && Number(it) < 65_536))
    throw refusal('a port from 1 to 65535')
}

function parsed(text: string): URL {
  try {
    const url = new URL(text)
    // ioredis decodes these.
    decodeURIComponent(url.username + url.password)
    return url
  } catch {
    // Its error shows the whole URL.
    throw refusal('a host, a port from 1 to 65535, and a user and a password that are percent-encoded')
  }
}

function refusal(expected: string): OptionError {
  return new OptionError(`${CLIENT}: URL`, expected, 'something else', '', String)
}
