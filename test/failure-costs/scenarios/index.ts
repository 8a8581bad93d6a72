import type { Scenario } from '../scenario.ts'
import { soak } from './soak.ts'
import { concurrent, manyKeys, oneAfterTheOther, recovery } from './source-failing.ts'
import { sourceFailingFleet } from './source-failing-fleet.ts'
import { sourceFailingInvalidated } from './source-failing-invalidated.ts'
import { sourceHanging } from './source-hanging.ts'
import { sourceFlapping, sourceSlow } from './source-unsteady.ts'
import { storeFailingOver } from './store-failing-over.ts'
import { storeFrozen } from './store-frozen.ts'
import { storeFull } from './store-full.ts'
import { bothDown, storeRefused, storeRestarted } from './store-gone.ts'
import { storeSlow } from './store-slow.ts'
import { coldStart, enumeration, invalidationStorm } from './storms.ts'

/** @param soakSeconds How long the soak takes. */
export const scenarios = (soakSeconds: number): readonly Scenario[] => [
  oneAfterTheOther,
  concurrent,
  sourceFailingFleet,
  sourceFailingInvalidated,
  manyKeys,
  recovery,
  sourceHanging,
  sourceSlow,
  sourceFlapping,
  storeRefused,
  storeFrozen,
  storeSlow,
  storeRestarted,
  storeFull,
  storeFailingOver,
  bothDown,
  coldStart,
  invalidationStorm,
  enumeration,
  soak(soakSeconds),
]
