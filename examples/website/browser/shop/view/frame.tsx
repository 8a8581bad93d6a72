/** What surrounds every page of the shop: header, search, what went wrong, what has changed, what it has cost. */
import type { ComponentChildren } from 'preact'
import { PageHeader } from '../../common/page-header.tsx'
import type { Product } from '../api/answers.ts'
import type { Cost } from '../api/cost.ts'
import { formatPrice } from '../api/money.ts'
import { CostBar } from './cost-bar.tsx'
import { SearchForm } from './search-form.tsx'
import { Trouble } from './trouble.tsx'

interface FrameProps {
  readonly searched: string
  readonly trouble: string | undefined
  /** Nothing where another try would end as the last one. */
  readonly tryAgain: (() => void) | undefined
  readonly changed: readonly Product[]
  readonly cost: Cost | undefined
  readonly children?: ComponentChildren
}

export function Frame({ searched, trouble, tryAgain, changed, cost, children }: FrameProps) {
  return (
    <>
      <PageHeader current="/" />
      <main id="main" class="page" tabIndex={-1}>
        <SearchForm text={searched} />
        {trouble !== undefined && <Trouble message={trouble} tryAgain={tryAgain} />}
        {trouble !== undefined && !children && <h1>This page cannot be shown</h1>}
        {children}
        <p class="hidden" role="status">
          {changed.map(({ name, price }) => price && `${name} now costs ${formatPrice(price)}. `)}
        </p>
      </main>
      <CostBar cost={cost} />
    </>
  )
}
