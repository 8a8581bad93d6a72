/** The link that repeats the run, with all that it was asked. */
import type { Plan } from '@larder/lab/contract'
import { useState } from 'preact/hooks'
import { repeatingAddressOf } from './address.ts'

export function RepeatLink({ plan }: { readonly plan: Plan }) {
  const address = repeatingAddressOf(plan)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    setCopied(address)
  }
  return (
    <p class="repeat">
      <a href={address}>Repeat this run</a>
      {/* Browsers have no clipboard for pages that come over plain HTTP from another machine. */}
      {navigator.clipboard !== undefined && (
        <button type="button" class="quiet" onClick={copy}>
          {copied === address ? 'Copied' : 'Copy the link'}
        </button>
      )}
    </p>
  )
}
