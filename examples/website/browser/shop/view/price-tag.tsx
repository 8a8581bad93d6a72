/** A price, marked for a moment when it has become another one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Price } from '../api/answers.ts'
import { formatPrice } from '../api/money.ts'

const MOMENT = 4_000

export function PriceTag({ price }: { readonly price: Price | null }) {
  const isNew = useIsNew(price?.amount)
  if (price === null) return <span class="price">Price not known</span>
  return (
    <span class="price" data-new={isNew ? '' : undefined}>
      {formatPrice(price)}
    </span>
  )
}

function useIsNew(amount: number | undefined): boolean {
  const before = useRef(amount)
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    if (before.current === amount) return
    before.current = amount
    setNew(true)
    const timer = setTimeout(() => setNew(false), MOMENT)
    return () => clearTimeout(timer)
  }, [amount])
  return isNew
}
