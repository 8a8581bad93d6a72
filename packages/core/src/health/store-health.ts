/** How the store is, as far as this process knows. */
import type { StoreGate } from '../store/store-gate.ts'

export interface StoreHealth {
  /** `open`: a part of the store keeps failing, and is not asked for the moment. */
  readonly reads: 'closed' | 'open'
  readonly writes: 'closed' | 'open'
  /** The last command failed, to the store or to one of its parts. */
  readonly isOut: boolean
  /** Which parts, where it has parts. */
  readonly out: readonly string[]
}

export function storeHealthOf({ circuits, parts }: Pick<StoreGate, 'circuits' | 'parts'>): StoreHealth {
  const { out } = parts
  const open = circuits.filter(({ circuit }) => circuit.isOpen)
  const state = (name: 'reads' | 'writes') => (open.some(({ of }) => of === name) ? 'open' : 'closed')
  return {
    reads: state('reads'),
    writes: state('writes'),
    isOut: out.length > 0,
    out: out.filter((part) => part !== undefined),
  }
}
