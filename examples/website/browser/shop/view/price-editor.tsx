/** Changes a product's price. That it has another one then, this page hears as all others do. */
import { useRef, useState } from 'preact/hooks'
import type { Price } from '../api/answers.ts'
import { type AskError, ask } from '../api/ask.ts'
import { amountInUnits, formatPrice, readAmount } from '../api/money.ts'
import { SET_PRICE } from '../api/queries.ts'

interface PriceEditorProps {
  readonly productId: string
  readonly price: Price
  readonly priceSaved: () => void
}

export function PriceEditor({ productId, price, priceSaved }: PriceEditorProps) {
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [saved, setSaved] = useState<string>()
  const text = draft ?? amountInUnits(price)

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    setSaved(undefined)
    const amount = readAmount(text, price)
    if (typeof amount !== 'number') {
      field.current?.focus()
      return setFault(amount.expected)
    }
    try {
      const answer = await ask({ query: SET_PRICE, variables: { id: productId, amount } })
      setFault(answer.fault)
      setDraft(undefined)
      setSaved(`Saved: ${formatPrice({ ...price, amount })}.`)
      priceSaved()
    } catch (error) {
      setFault(`It is not saved. ${(error as AskError).message} Save it again.`)
    }
  }

  return (
    <form class="card price-editor" onSubmit={save} noValidate>
      <div class="field">
        <label for="price">New price in {price.currency}</label>
        <input
          ref={field}
          id="price"
          inputMode="decimal"
          autocomplete="off"
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby="price-fault"
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      </div>
      <button type="submit">Save</button>
      <p id="price-fault" class="fault" role="alert">
        {fault}
      </p>
      {/* The page itself announces its new price: not twice. */}
      <p class="small muted">{saved}</p>
    </form>
  )
}
