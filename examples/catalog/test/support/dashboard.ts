import { readFileSync } from 'node:fs'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
  readonly templating: { readonly list: readonly { readonly definition?: string }[] }
}

const file = new URL('../../../../docs/grafana-dashboard.json', import.meta.url)

/** The queries of `docs/grafana-dashboard.json`, those of its variables too. */
export function dashboardQueries(): string[] {
  const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
  return [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.flatMap(({ definition }) => definition ?? []),
  ]
}

/** What a query names that the text of `/metrics` does not have: a metric, or a label of one. */
export function unknownIn(query: string, metrics: string): string[] {
  const labelsOf = labelsByMetric(metrics)
  const names = [...query.matchAll(/\b(?:larder_\w+|error_type|le)\b/g)].map(([name]) => name)
  const used = names.filter((name) => labelsOf.has(name))
  const labels = new Set(used.flatMap((name) => [...(labelsOf.get(name) ?? [])]))
  if (used.length === 0) return [query]
  return names.filter((name) => !labelsOf.has(name) && !labels.has(name))
}

function labelsByMetric(metrics: string): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = byName.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    byName.set(name, known)
  }
  return byName
}
