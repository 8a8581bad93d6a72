/** Which faults there are. */
const FAULTS = ['stop', 'kill', 'pause', 'flush', 'evict', 'restart', 'lose-reply'] as const
const CLUSTER_FAULTS = [...FAULTS, 'freeze', 'migrate'] as const
export type FaultKind = (typeof CLUSTER_FAULTS)[number]

/** The kinds of faults that befall a Cluster, or one server. */
export function faultKinds(isCluster: boolean): readonly FaultKind[] {
  return isCluster ? CLUSTER_FAULTS : FAULTS
}
