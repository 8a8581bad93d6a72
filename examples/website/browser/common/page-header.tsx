/** The top of every page: a way past it for the keyboard, the mark, and where else one can go. */

const PLACES = [
  { path: '/', name: 'Shop' },
  { path: '/lab', name: 'Stampede lab' },
  { path: '/graphql', name: 'GraphQL' },
] as const

export interface PageHeaderProps {
  /** The place that the page belongs to. */
  readonly current: '/' | '/lab'
}

/** The page's `<main>` has the ID `main`, and takes the focus: `tabIndex={-1}`. */
export function PageHeader({ current }: PageHeaderProps) {
  return (
    <header class="header">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="header-row">
        <a class="mark" href="/">
          <Shelves />
          Larder
        </a>
        <nav aria-label="Places">
          {PLACES.map(({ path, name }) => (
            <a key={path} href={path} aria-current={path === current ? 'true' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </div>
    </header>
  )
}

function Shelves() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linejoin="round"
        d="M4 3h16v18H4zM4 12h16M8 12V8h3v4M14 12V6h3v6M8 21v-5h8v5"
      />
    </svg>
  )
}
