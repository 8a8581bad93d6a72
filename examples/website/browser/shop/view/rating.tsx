/** Up to five stars. */

const STARS = [1, 2, 3, 4, 5]
const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

export function Rating({ rating }: { readonly rating: number }) {
  return (
    <svg class="rating" viewBox="0 0 100 20" role="img" aria-label={`${rating} of 5 stars`}>
      {STARS.map((star) => (
        <path
          key={star}
          d={STAR}
          transform={`translate(${20 * (star - 1)})`}
          data-on={star <= rating ? '' : undefined}
        />
      ))}
    </svg>
  )
}
