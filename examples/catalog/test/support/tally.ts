/** The test's own counts: by labels, as `readMetrics` has them. */
export class Tally {
  readonly counts: Record<string, number> = {}

  add(labels: Readonly<Record<string, string | boolean>>, n = 1): void {
    const name = Object.entries(labels)
      .map(([label, value]) => `${label}=${value}`)
      .sort()
      .join(' ')
    if (n !== 0) this.counts[name] = (this.counts[name] ?? 0) + n
  }
}
