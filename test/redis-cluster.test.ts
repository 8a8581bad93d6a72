import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Cluster, Redis } from 'ioredis'
import { type RedisCluster, startCluster } from './support/redis-cluster.ts'
import type { RedisServer } from './support/redis-server.ts'

describe('a Cluster of the test’s own', () => {
  let cluster: RedisCluster
  let client: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
    client = new Cluster([...cluster.startupNodes])
  })

  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  test('has three masters, and they serve all slots between them', async () => {
    const ranges = await client.cluster('SLOTS')
    expect(ranges.map(([from, till, ...nodes]) => [till - from + 1, nodes.length])).toEqual([
      [5_461, 1],
      [5_461, 1],
      [5_462, 1],
    ])
    await Promise.all(['a', 'b', 'c'].map((key) => client.set(key, key)))
    expect(await Promise.all(['a', 'b', 'c'].map((key) => client.get(key)))).toEqual(['a', 'b', 'c'])
  })

  test('tells which node has a slot', async () => {
    const owner = await cluster.ownerOf(await client.cluster('KEYSLOT', 'a'))
    const direct = new Redis(owner.options)
    expect(await direct.set('a', '1')).toBe('OK')
    direct.disconnect()
  })

  test('takes a node back that was killed', async () => {
    const [node] = cluster.nodes as [RedisServer]
    await node.kill()
    await node.restart()
    await cluster.settled()
  })

  test('leaves nothing behind', async () => {
    const another = await startCluster()
    const folders = await Promise.all(another.nodes.map(({ pid }) => readlink(`/proc/${pid}/cwd`)))
    await another.stop()
    for (const folder of folders) expect(existsSync(folder)).toBe(false)
    for (const { pid } of another.nodes) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
