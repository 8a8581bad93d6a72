/**
 * Which events are logged, and the line that each makes. A cause is one line a minute: events that have the same one are
 * counted. Everything that is not named here is told as an event alone.
 */

import type { EventName, Events } from '../events/events.ts'
import { wordsOf } from './error-words.ts'
import { quoted } from './logger.ts'

export interface Cause {
  readonly level: 'warn' | 'error'
  /** Events of one name that are the same one. */
  readonly of: string
  readonly line: string
}

/** The ID of a loader, as it is to be shown. */
export type ShowId = (loader: string, id: string) => string

type Causes = { readonly [N in EventName]?: (event: Events[N], id: ShowId) => Cause }

const warn = (of: string, line: string): Cause => ({ level: 'warn', of, line })
const error = (of: string, line: string): Cause => ({ level: 'error', of, line })

export const CAUSES: Causes = {
  'store-error': ({ operation, error, part }) =>
    warn(
      `${part}`,
      `${partOf(part)}the store failed to ${operation}, reads go on without it: ${wordsOf(error.cause)}`,
    ),
  'bus-error': ({ error }) => warn('', `no news of other processes: ${wordsOf(error)}`),
  circuit: ({ of, name, state, part }) =>
    warn(
      `${of} ${name} ${part}`,
      `${partOf(part)}the circuit of ${of === 'store' ? `the store's ${name}` : `source ${quoted(name)}`} is ${state}`,
    ),
  'cool-down': ({ loader, id, failures }, show) =>
    warn(
      loader,
      `loader ${quoted(loader)}: loading ${show(loader, id)} has failed ${failures === 1 ? 'once' : `${failures} times in a row`}; it cools down`,
    ),
  overloaded: ({ loader, error }) => warn(loader, wordsOf(error)),
  corrupt: ({ loader, id, error }, show) =>
    warn(
      loader,
      `loader ${quoted(loader)}: what lies under ${show(loader, id)} is no entry${error === undefined ? '' : `: ${wordsOf(error)}`}`,
    ),
  'hot-keys-corrupt': () => warn('', 'what lies where the hottest keys are remembered is not whole'),
  unstorable: ({ loader, path, reason }) =>
    warn(loader, `loader ${quoted(loader)}: a value cannot be stored, ${withoutData(path)} ${reason}`),
  'upgrade-failed': ({ loader, id, from, error }, show) =>
    warn(
      `${loader} ${from}`,
      `loader ${quoted(loader)}: upgrade from version ${from} failed for ${show(loader, id)}: ${wordsOf(error)}`,
    ),
  mode: ({ mode, loader }) =>
    warn(
      `${loader}`,
      `mode ${mode} from now on, ${loader === undefined ? 'all loaders' : `loader ${quoted(loader)}`}`,
    ),
  mismatch: ({ loader, id, path, age, state }, show) =>
    error(
      loader,
      `loader ${quoted(loader)}: the cache would have served something else for ${show(loader, id)}, ` +
        `at ${path}; the entry is ${state}, ${age} ms old`,
    ),
  'invalidation-lost': ({ loader, ids }, show) =>
    error(
      loader,
      `loader ${quoted(loader)}: ${ids.length === 1 ? 'an invalidation is' : `${ids.length} invalidations are`} lost, ` +
        `of ${show(loader, ids[0] as string)}${ids.length > 1 ? ' and others' : ''}`,
    ),
  'tag-invalidation-lost': ({ tags, loaders }) =>
    error(
      '',
      `invalidations are lost, of ${tags.length} tags and of all that ${loaders.length} loaders have`,
    ),
}

/** Property names that are no identifiers may be data: a record by e-mail address, say. */
function withoutData(path: string): string {
  return path.replace(/\["(?:[^"\\]|\\.)*"\]/g, '[…]')
}

function partOf(part: string | undefined): string {
  return part === undefined ? '' : `${quoted(part)}: `
}
