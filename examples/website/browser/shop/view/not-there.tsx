/** A page about something that does not exist. */
export function NotThere({ what, id }: { readonly what: string; readonly id: string }) {
  return (
    <div class="section">
      <h1>There is no such {what}</h1>
      <p>
        The shop has no {what} with the ID “{id}”. <a href="/">What sells best</a> is on the first page.
      </p>
    </div>
  )
}
