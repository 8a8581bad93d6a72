/** A count, and what it has to be. A minimum proves that something was tried at all. */
export interface Bound {
  readonly what: string
  readonly count: number
  readonly least?: number
  readonly most?: number
}

export function atMost(what: string, count: number, most: number): Bound {
  return { what, count, most: Math.floor(most) }
}

export function atLeast(what: string, count: number, least: number): Bound {
  return { what, count, least: Math.ceil(least) }
}

export function between(what: string, count: number, least: number, most: number): Bound {
  return { what, count, least: Math.ceil(least), most: Math.floor(most) }
}

export function none(what: string, count: number): Bound {
  return { what, count, most: 0 }
}

export function isKept({
  count,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
}: Bound): boolean {
  return count >= least && count <= most
}

export function describe({ what, count, least, most }: Bound): string {
  const expected = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ]
  return `${what}: ${count}, expected ${least === most ? most : expected.join(' and ')}`
}
