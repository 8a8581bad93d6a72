/** What kept the page from being read, as a whole or in part. */
interface TroubleProps {
  readonly message: string
  /** Nothing where another try would end as this one. */
  readonly tryAgain: (() => void) | undefined
}

export function Trouble({ message, tryAgain }: TroubleProps) {
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      {tryAgain && (
        <button type="button" class="quiet" onClick={tryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}
