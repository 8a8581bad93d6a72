/** Which Keyvs the store works on. */
import { OptionError } from '@larder/core'
import type { AnyKeyv, Keyv5Settings, Keyv6Settings } from './any-keyv.ts'

const METHODS = ['getMany', 'getRaw', 'set', 'setMany', 'delete', 'deleteMany', 'on', 'off'] as const

/** @throws OptionError on what is no Keyv, on one that keeps its failures to itself, and on one that changes keys. */
export function recogniseKeyv(keyv: AnyKeyv): AnyKeyv {
  const isKeyv = METHODS.every((method) => typeof keyv?.[method] === 'function')
  if (!isKeyv) {
    const advice = 'An adapter of Keyv becomes one by `new Keyv({ store: adapter })`.'
    throw new OptionError('keyvStore: keyv', 'a Keyv, of version 5.6 or later', keyv, advice)
  }
  const { opts, throwOnErrors } = keyv as Keyv5Settings
  if (opts?.emitErrors === false && throwOnErrors !== true) {
    const advice = 'A delete that fails looks like an absent key otherwise.'
    throw new OptionError('keyvStore: keyv: emitErrors', 'true, or throwOnErrors', false, advice)
  }
  const { sanitize } = keyv as Keyv6Settings
  if (sanitize?.enabled === true && Object.values(sanitize.keys ?? [true]).some(Boolean)) {
    const advice = 'It takes characters out of keys, so that two keys could become one.'
    throw new OptionError('keyvStore: keyv: sanitize.keys', 'false', true, advice)
  }
  return keyv
}
