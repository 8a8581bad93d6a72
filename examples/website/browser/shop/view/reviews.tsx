/** What people say of a product, the newest first. */
import type { Review } from '../api/answers.ts'
import { Rating } from './rating.tsx'

const DATE = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeZone: 'UTC' })

export function Reviews({ reviews }: { readonly reviews: readonly Review[] }) {
  return (
    <section class="section" aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <p class="muted">{summaryOf(reviews)}</p>
      <ul class="reviews">
        {reviews.map(({ id, rating, text, createdAt, author }) => (
          <li key={id} class="card">
            <Rating rating={rating} />
            <p>{text}</p>
            <p class="small muted">
              {author?.name ?? 'Somebody'},{' '}
              <time dateTime={createdAt}>{DATE.format(new Date(createdAt))}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function summaryOf(reviews: readonly Review[]): string {
  if (reviews.length === 0) return 'Nobody has written one yet.'
  const mean = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  return `${mean.toFixed(1)} of 5 on average, in the newest ${reviews.length}.`
}
