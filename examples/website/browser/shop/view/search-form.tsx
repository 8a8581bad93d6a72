/** The search, on every page. `/` goes there from wherever nobody is writing. */
import { useEffect, useRef } from 'preact/hooks'

/** In characters, as the API has it. */
export const LONGEST_SEARCH = 100

export function SearchForm({ text }: { readonly text: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as Element).closest('input, textarea, select') !== null) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <search>
      <form class="search" action="/search">
        <label class="hidden" for="search">
          Search
        </label>
        <input
          ref={field}
          id="search"
          name="q"
          type="search"
          maxLength={LONGEST_SEARCH}
          placeholder="Oak lamp, blanket, tea"
          defaultValue={text}
          aria-keyshortcuts="/"
        />
        <span class="key" aria-hidden="true">
          /
        </span>
        <button type="submit">Search</button>
      </form>
    </search>
  )
}
