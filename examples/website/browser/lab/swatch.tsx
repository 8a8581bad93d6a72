/** How a line looks, for legends. */
import { PROTECTIONS } from '@larder/lab/contract'
import type { Line } from './lines.ts'
import { dashOf } from './look.ts'

export function Swatch({ of }: { readonly of: Line['key'] }) {
  const isLine = of in PROTECTIONS
  return (
    <svg class={`swatch ${of}`} viewBox="0 0 24 10" aria-hidden="true">
      {isLine ? (
        <path d="M0 5h24" stroke="currentColor" stroke-width="2.5" stroke-dasharray={dashOf(of).join(' ')} />
      ) : (
        <rect x="6" width="12" height="10" rx="2" fill="currentColor" />
      )}
    </svg>
  )
}
