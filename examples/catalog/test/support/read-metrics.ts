/** `GET /metrics`, read: by metric, what stands behind its labels. */

import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** By metric and labels: `Samples.larder_flights['larder_loader=product']`. Those that all have are left out, and buckets. */
export type Samples = Readonly<Record<string, Readonly<Record<string, number>>>>

const OF_ALL = ['larder_namespace', 'otel_scope_name']

export async function get(url: string, path: string): Promise<{ status: number; body: string }> {
  const asked = request(new URL(path, url), { agent: false }).end()
  const [response] = await once(asked, 'response')
  return { status: response.statusCode, body: await text(response) }
}

export async function readMetrics(url: string): Promise<Samples> {
  const { body } = await get(url, 'metrics')
  const samples: Record<string, Record<string, number>> = {}
  for (const line of body.split('\n')) {
    const [, name, labels = '', value] = /^(larder_\w+?)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || name.endsWith('_bucket')) continue
    samples[name] ??= {}
    samples[name][labelsOf(labels)] = Number(value)
  }
  return samples
}

function labelsOf(text: string): string {
  return [...text.matchAll(/(\w+)="([^"]*)"/g)]
    .filter(([, name = '']) => !OF_ALL.includes(name))
    .map(([, name, value]) => `${name}=${value}`)
    .sort()
    .join(' ')
}
