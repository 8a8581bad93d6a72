/** What a part of the form is given. */
import type { Draft } from './draft.ts'

export interface FormPartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly disabled: boolean
}
