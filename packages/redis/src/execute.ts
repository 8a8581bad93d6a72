import type { RedisPipeline } from './client.ts'

/** Sends a pipeline, and answers its commands' replies in order. Rejects with the first error among them. */
export async function execute(pipeline: RedisPipeline): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? []
  return results.map(([error, reply]) => {
    if (error) throw error
    return reply
  })
}

/** Of a reply that counts. With its option `stringNumbers` ioredis gives it as text. */
export function isOne(reply: unknown): boolean {
  return Number(reply) === 1
}
