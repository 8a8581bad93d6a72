/** What kept the page from being read, as a whole or in part. */
export function Trouble({ message, tryAgain }: { readonly message: string; readonly tryAgain: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      <button type="button" class="quiet" onClick={tryAgain}>
        Try again
      </button>
    </div>
  )
}
