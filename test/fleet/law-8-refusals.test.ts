/** What Redis refuses, kind by kind: an event for those who watch, and never the error of a read. */
import { afterEach, describe, expect, test } from '@jest/globals'
import { InvalidationPendingError } from '@larder/core'
import { until } from '../support/until.ts'
import { type Member, startFleet, valueKey } from './support/fleet.ts'

const fleet = startFleet({
  args: ['--key-load-delay', '500', '--loading-process-events-interval-bytes', '1024'],
})

interface Refusal {
  readonly says: RegExp
  /** Whether it is refused to read, too. */
  readonly reads: boolean
  /** Whether it is refused to invalidate, too. */
  readonly deletes: boolean
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'is full': {
    says: /OOM/,
    reads: false,
    // UNLINK is allowed, and what a script writes after it.
    deletes: false,
    begin: () => fleet.admin.config('SET', 'maxmemory', '1'),
    end: () => fleet.admin.config('SET', 'maxmemory', '0'),
  },
  'is a replica': {
    says: /READONLY/,
    reads: false,
    deletes: true,
    begin: () => fleet.admin.replicaof('127.0.0.1', 1),
    end: () => fleet.admin.replicaof('NO', 'ONE'),
  },
  'does not let us touch our keys': {
    says: /NOPERM/,
    reads: true,
    deletes: true,
    begin: () => fleet.admin.call('ACL', 'SETUSER', 'default', 'resetkeys', '~others:*'),
    end: () => fleet.admin.call('ACL', 'SETUSER', 'default', 'allkeys'),
  },
  'lets us read only': {
    says: /NOPERM/,
    reads: false,
    deletes: true,
    begin: () => fleet.admin.call('ACL', 'SETUSER', 'default', '-evalsha', '-eval'),
    end: () => fleet.admin.call('ACL', 'SETUSER', 'default', '+evalsha', '+eval'),
  },
  'wants a password that we have not got': {
    // ioredis 6 greets Redis, is refused already then, and connects again; what was sent before may wait for that.
    says: /NOAUTH|expected a client that is "ready"|connection was lost|did not settle/,
    reads: true,
    deletes: true,
    async begin() {
      await fleet.admin.config('SET', 'requirepass', 'secret')
      // Whoever is connected stays in.
      await fleet.admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    },
    end: () => fleet.admin.config('SET', 'requirepass', ''),
  },
}

/** A client that is ready as soon as it is connected, and so is told of refusals itself. */
const client = { enableReadyCheck: false, retryStrategy: () => 10 }
const storeTimeout = 2_000
let end: Refusal['end'] | undefined

afterEach(async () => {
  await end?.()
  end = undefined
})

async function begin(refusal: Refusal): Promise<void> {
  end = refusal.end
  await refusal.begin()
}

/** Reads until it is stored. */
async function store(member: Member, id: string): Promise<void> {
  await until(async () => {
    expect(await member.loader.load(id)).toEqual({ n: 1 })
    return fleet.admin.exists(valueKey(id))
  })
}

const messagesOf = (member: Member) =>
  member.events('store-error').map(({ error }) => (error.cause as Error | undefined)?.message ?? '')

describe.each(Object.entries(REFUSALS))('a Redis that %s', (_, refusal) => {
  const { says, reads, deletes } = refusal

  test('law 8: fails no read, and is told of as a store-error', async () => {
    fleet.source.rows.set('b', { n: 1 })
    const member = fleet.join({ client, storeTimeout })
    await store(member, 'a')
    await begin(refusal)

    expect(await member.loader.loadMany(['a', 'b', 'unknown'])).toEqual([{ n: 1 }, { n: 1 }, null])
    expect(fleet.source.countOf('a')).toBe(reads ? 2 : 1)
    expect(messagesOf(member)).not.toEqual([])
    for (const message of messagesOf(member)) expect(message).toMatch(says)

    await refusal.end()
    await store(member, 'a')
    await store(member, 'b')
    const loads = fleet.source.calls.length
    expect(await member.loader.loadMany(['a', 'b'])).toEqual([{ n: 1 }, { n: 1 }])
    expect(fleet.source.calls.length).toBe(loads)
  })

  test(`law 3: ${deletes ? 'is invalidated as soon as it refuses no longer' : 'obeys an invalidation even so'}`, async () => {
    const member = fleet.join({ client, storeTimeout, policy: { holdAfterInvalidate: 10 } })
    const other = fleet.join()
    await store(member, 'a')
    await begin(refusal)
    fleet.source.rows.set('a', { n: 2 })
    const outcome = await member.loader.invalidate('a').catch((error) => error)

    if (deletes) {
      expect(outcome).toBeInstanceOf(InvalidationPendingError)
      expect(await member.loader.load('a')).toEqual({ n: 2 })
      await refusal.end()
      await until(() => member.events('invalidated').length > 0)
    } else expect(outcome).toBe(true)
    for (const { loader } of [member, other]) expect(await loader.load('a')).toEqual({ n: 2 })
  })
})

test('law 8: a Redis that is still loading its data fails no read, and is told of as a store-error', async () => {
  const member = fleet.join({ client, storeTimeout })
  await store(member, 'a')
  // Half a millisecond each: long enough to be asked meanwhile.
  await fleet.admin.mset(
    Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`other ${i}`, 'a value'])),
  )
  await fleet.admin.save()
  const restarting = fleet.server.restart()
  const refused = () => messagesOf(member).some((message) => message.startsWith('LOADING'))
  await until(async () => {
    expect(await member.loader.load('a')).toEqual({ n: 1 })
    return refused()
  })
  await restarting
  await store(member, 'a')
})

test('law 8: foreign text, an entry that was cut off, and a list fail no read, and are told of as corrupt', async () => {
  const member = fleet.join()
  await store(member, 'a')
  const whole = (await fleet.admin.getBuffer(valueKey('a'))) as Buffer
  for (const content of ['somebody else’s', whole.subarray(0, -1), whole.subarray(0, 30)]) {
    await fleet.admin.set(valueKey('a'), content)
    expect(await member.loader.load('a')).toEqual({ n: 1 })
  }
  await fleet.admin.del(valueKey('a'))
  await fleet.admin.rpush(valueKey('a'), 'an element')
  expect(await member.loader.load('a')).toEqual({ n: 1 })
  expect(member.events('corrupt').map(({ id }) => id)).toEqual(['a', 'a', 'a', 'a'])
  expect(member.events('store-error')).toEqual([])
})
