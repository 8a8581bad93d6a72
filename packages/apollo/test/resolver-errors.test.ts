import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { GraphQLError } from 'graphql'
import { resolver } from '../src/index.ts'
import { createServer, policy } from './support/cached-server.ts'
import { serverOf } from './support/top-products.ts'

test('an error for clients is no failure: nothing is kept, and the next request runs the resolver again', async () => {
  const { execute, runs, cache } = serverOf(() => {
    throw new GraphQLError('log in first', { extensions: { code: 'UNAUTHENTICATED' } })
  })
  const told: unknown[] = []
  for (const name of ['cool-down', 'unstorable', 'circuit'] as const)
    cache.on(name, (event) => told.push(event))

  for (let i = 0; i < 12; i++) {
    const { data, errors } = await execute('{ top { id } }')
    expect(data).toEqual({ top: null })
    expect(errors).toMatchObject([
      { message: 'log in first', path: ['top'], extensions: { code: 'UNAUTHENTICATED' } },
    ])
  }
  expect(runs).toHaveLength(12)
  expect(told).toEqual([])
})

test('so is any error that says so by the code in its extensions', async () => {
  const refusal = (user: number) =>
    Object.assign(new RangeError(`refusal ${user}`), { extensions: { code: 'BAD_USER_INPUT' } })
  const { execute, runs, cache } = serverOf((run) => Promise.reject(refusal(run)))
  const coolDowns: unknown[] = []
  cache.on('cool-down', (event) => coolDowns.push(event))
  for (let i = 1; i <= 3; i++)
    expect((await execute('{ top { id } }')).errors).toMatchObject([
      { message: `refusal ${i}`, path: ['top'], extensions: { code: 'BAD_USER_INPUT' } },
    ])
  expect(runs).toHaveLength(3)
  expect(coolDowns).toEqual([])
})

test.each<[string, Error]>([
  ['a GraphQLError', new GraphQLError('broken', { extensions: { code: 'INTERNAL_SERVER_ERROR' } })],
  ['any other', Object.assign(new Error('broken'), { extensions: { code: 'INTERNAL_SERVER_ERROR' } })],
  ['one whose code is no text', Object.assign(new Error('broken'), { extensions: { code: 500 } })],
  ['one without extensions', Object.assign(new Error('broken'), { extensions: null, code: 'E_BROKEN' })],
])('law 4: an error that is for no client cools down: %s', async (_which, error) => {
  const { execute, runs } = serverOf(() => Promise.reject(error))
  const codes: unknown[] = []
  for (let i = 0; i < 2; i++) codes.push((await execute('{ top { id } }')).errors?.[0]?.extensions.code)
  expect(codes[1]).toBe('LARDER_COOLING_DOWN')
  expect(runs).toHaveLength(1)
})

test('everyone who has joined has the same error for clients', async () => {
  const source = barrier()
  const { execute, runs, cache } = serverOf(async () => {
    await source.pass()
    throw new GraphQLError('log in first')
  })
  let joined = 0
  cache.on('join', () => {
    if (++joined === 19) source.open()
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => execute('{ top { id } }')))
  for (const { errors } of answers) expect(errors).toMatchObject([{ message: 'log in first', path: ['top'] }])
  // What is not kept is loaded twice at most.
  expect(runs.length).toBeLessThanOrEqual(2)
})

test('who asks alone has the very error, with its private fields; what one writes to it nobody else sees', async () => {
  class Limited extends GraphQLError {
    readonly #seconds = 5
    get seconds() {
      return this.#seconds
    }
  }
  const same = new Limited('slow down', { extensions: { code: 'LIMITED' } })
  const { execute } = createServer({
    typeDefs: 'type Query { own: Int shared: Int }',
    resolvers: {
      Query: {
        own: () => Promise.reject(new Limited('slow down', { extensions: { code: 'LIMITED' } })),
        shared: () => Promise.reject(same),
      },
    },
    policies: {
      'Query.own': resolver({ ...policy, scope: 'public' }),
      'Query.shared': resolver({ ...policy, scope: 'public' }),
    },
    server: {
      formatError: (formatted, error) => {
        const { originalError } = error as GraphQLError
        const { extensions } = originalError as GraphQLError
        extensions.written = Number(extensions.written ?? 0) + 1
        const seconds = formatted.path?.[0] === 'own' ? (originalError as Limited).seconds : undefined
        return { ...formatted, extensions: { ...extensions, seconds } }
      },
    },
  })
  for (let i = 0; i < 2; i++)
    expect((await execute('{ own }')).errors?.[0]?.extensions).toEqual({
      code: 'LIMITED',
      written: 1,
      seconds: 5,
    })
  for (let i = 0; i < 3; i++)
    expect((await execute('{ shared }')).errors?.[0]?.extensions).toEqual({ code: 'LIMITED', written: 1 })
})

test('law 4: any other error cools down', async () => {
  const { execute, runs, clock } = serverOf((run) => {
    if (run === 1) throw new Error('the database is gone')
    return []
  })
  expect((await execute('{ top { id } }')).errors).toMatchObject([{ message: 'the database is gone' }])
  expect((await execute('{ top { id } }')).errors).toMatchObject([
    { extensions: { code: 'LARDER_COOLING_DOWN' } },
  ])
  expect(runs).toHaveLength(1)
  await clock.advance(200)
  expect((await execute('{ top { id } }')).data.top).toEqual([])
})

test('an Error that is answered is one that is thrown, and what is thrown may be anything', async () => {
  const { execute, clock } = serverOf((run) => {
    if (run === 1) return new Error('answered')
    throw 'a text'
  })
  expect((await execute('{ top { id } }')).errors).toMatchObject([{ message: 'answered' }])
  await clock.advance(200)
  expect((await execute('{ top { id } }')).errors).toMatchObject([
    { message: 'Unexpected error value: "a text"', path: ['top'] },
  ])
})

test('errors in a part of a list stand in their places, and such a list is not kept', async () => {
  const { execute, runs, cache } = serverOf(() => [
    { id: '1' },
    new Error('row 2'),
    Promise.resolve({ id: '3' }),
    Promise.reject(new Error('row 4')),
  ])
  const reports: unknown[] = []
  cache.on('unstorable', (report) => reports.push(report))
  const query = '{ top { id } }'

  for (let i = 0; i < 2; i++) {
    const { data, errors } = await execute(query)
    expect(data).toEqual({ top: null })
    expect(errors?.map(({ path }) => path)).toContainEqual(['top', 1])
  }
  expect(runs).toHaveLength(2)
  expect(reports).toHaveLength(1)
})

test('law 7: any iterable and promises in it are a list, from the cache as without', async () => {
  function* ids() {
    yield { id: '1' }
    yield Promise.resolve({ id: '2' })
  }
  const { execute, runs } = serverOf(ids)
  const miss = await execute('{ top { id } }')
  expect(miss.data.top).toEqual([{ id: '1' }, { id: '2' }])
  expect((await execute('{ top { id } }')).data).toEqual(miss.data)
  expect(runs).toHaveLength(1)
})

test('a key of the parent that is no key is told by its kind', async () => {
  const { execute } = createServer({
    typeDefs: 'type Query { thing: Thing } type Thing { name: String }',
    resolvers: { Query: { thing: () => ({}) }, Thing: { name: () => 'any' } },
    policies: { 'Thing.name': resolver({ ...policy, scope: 'public', key: () => ({ secret: 1 }) as never }) },
  })
  expect((await execute('{ thing { name } }')).errors).toMatchObject([
    { message: expect.stringMatching(/finite number or a bigint; received an object \(Object\)\.$/) },
  ])
})
