import { jest } from '@jest/globals'
import { createKeyv as createKeyv6 } from '@larder/keyv'

/** The public function, as whoever has this version of Keyv installed gets it. */
export const versions = [
  { version: 6 as const, createKeyv: createKeyv6 },
  { version: 5 as const, createKeyv: await importUnderKeyv5() },
]

async function importUnderKeyv5(): Promise<typeof createKeyv6> {
  jest.resetModules()
  jest.unstable_mockModule('keyv', () => import('keyv5'))
  const { createKeyv } = await import('@larder/keyv')
  return createKeyv
}
