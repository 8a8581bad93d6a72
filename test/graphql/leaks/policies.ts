/** For each field that is not plain, of Query and of Entry. */
import { resolver } from '@larder/apollo'
import { FIELDS } from './schema.ts'
import { type Entry, type Plant, scopeOf } from './sources.ts'

export function policiesFor(plant?: Plant) {
  const fields = FIELDS.filter((field) => !field.startsWith('plain'))
  return Object.fromEntries(
    ['Query', 'Entry'].flatMap((type) =>
      fields.map((field) => [`${type}.${field}`, policy(type, field, plant)]),
    ),
  )
}

function policy(type: string, field: string, plant: Plant | undefined) {
  const kept = {
    // Some end their fresh time in the course of the test, some do not.
    ttl: type === 'Query' ? '5m' : '12s',
    grace: '5m',
    cooldown: { base: '1ms' },
    // However busy the machine is.
    timeout: '60s',
    ...(type === 'Entry' && { key: ({ owner, id }: Entry) => `${owner}/${id}` }),
  } as const
  if (field === 'publicEveryones') return resolver({ ...kept, scope: 'public' })
  // Refused for what they read, by whoever is first and for everyone.
  if (field.startsWith('public')) return resolver({ ...kept, scope: 'public', context: ['locale'] })
  if (field === 'ownEveryones') return resolver({ ...kept, scope: scopeOf, unscoped: 'bypass' })
  if (field === 'ownOwn' || field === 'ownBoth')
    return resolver({ ...kept, scope: scopeOf, context: ['locale'] })
  const context = ['user', 'locale']
  return field === 'ownDirect' && plant === 'a policy that is wrongly public'
    ? resolver({ ...kept, scope: 'public', context })
    : resolver({ ...kept, scope: scopeOf, context })
}
