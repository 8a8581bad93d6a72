/** Which faults there are. */
const FAULTS = ['stop', 'kill', 'pause', 'flush', 'evict', 'restart', 'lose-reply'] as const
const CLUSTER_FAULTS = [...FAULTS, 'freeze', 'migrate'] as const
export type FaultKind = (typeof CLUSTER_FAULTS)[number]

/**
 * The kinds of faults that befall a Cluster, or one server. A node that forgets markers, when others keep what bears their
 * tags, is outside law 3.
 */
export function faultKinds({
  cluster,
  tags,
}: {
  readonly cluster: boolean
  readonly tags: boolean
}): readonly FaultKind[] {
  const kinds = cluster ? CLUSTER_FAULTS : FAULTS
  return cluster && tags ? kinds.filter((kind) => kind !== 'restart') : kinds
}
