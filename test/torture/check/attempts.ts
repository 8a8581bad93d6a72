/**
 * Law 4: no attempt inside a cool-down. The store may not begin one, where the lease was gone by the time that it was
 * told of the failure, and may lose one: a fault excuses both. An invalidation excuses only the first, since a cool-down
 * outlives it.
 */
import type { CoolDown, Load, Violation } from '../history.ts'
import { STORE_TIMEOUT } from '../settings.ts'
import type { Touched } from './touched.ts'

export interface Attempts {
  /** Cool-downs that were in force for certain. */
  readonly coolDowns: number
  readonly violations: Violation[]
}

export function judgeAttempts(
  coolDowns: readonly CoolDown[],
  loads: readonly Load[],
  touched: Touched,
): Attempts {
  const certain = coolDowns.filter(({ by, id, leased, since }) => {
    const isTouched =
      touched.byFault(id, leased, since) ||
      touched.byTrouble(by, id, leased, since) ||
      touched.byChange(id, leased, since)
    return !isTouched
  })
  const violations = certain.flatMap((coolDown) =>
    loads
      .filter((load) => isInside(load, coolDown))
      .filter(({ by, began }) => {
        const { id, since } = coolDown
        return !touched.byFault(id, since, began) && !touched.byTrouble(by, id, since - STORE_TIMEOUT, began)
      })
      .map((load): Violation => {
        return { law: 4, what: 'a key was loaded inside its cool-down', evidence: { coolDown, load } }
      }),
  )
  return { coolDowns: certain.length, violations }
}

/** A lease may have been granted before, and lost to an invalidation; the load that it was granted for may begin late. */
function isInside({ ids, leased, began }: Load, { id, since, until }: CoolDown): boolean {
  return (leased ?? began) > since && began < until && ids.includes(id)
}
