/** What kept the page from being read, as a whole or in part. */
import { useLayoutEffect, useRef } from 'preact/hooks'

interface TroubleProps {
  readonly message: string
  /** Nothing where another try would end as this one. */
  readonly tryAgain: (() => void) | undefined
}

export function Trouble({ message, tryAgain }: TroubleProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => () => keepFocus(button.current), [])
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      {tryAgain && (
        <button ref={button} type="button" class="quiet" onClick={tryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Once the button is gone, the keyboard goes on in the page, and not at its very top. */
function keepFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === button) document.getElementById('main')?.focus()
}
