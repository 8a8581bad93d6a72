/** What a run tells while it goes on, in this order: for each protection `begins`, its samples, `totals`; then `ended`. */
import type { ProtectionName } from './protections.ts'
import type { Sample } from './sample.ts'
import type { Totals } from './totals.ts'

export type RunEvent =
  | { readonly type: 'begins'; readonly protection: ProtectionName }
  | { readonly type: 'sample'; readonly protection: ProtectionName; readonly sample: Sample }
  | { readonly type: 'totals'; readonly protection: ProtectionName; readonly totals: Totals }
  | {
      readonly type: 'ended'
      /** `done`: all of it has been run. */
      readonly how: 'done' | 'stopped' | 'failed'
      /** Why it failed. */
      readonly message?: string
    }
