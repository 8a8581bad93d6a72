/** In the place of a picture: the shape of what a category holds, in the category's colour. */
import type { Named } from '../api/answers.ts'
import { JAR, SHAPES } from './shapes.ts'

export function Art({ category }: { readonly category: Named | null }) {
  const { back, front } = SHAPES[category?.id ?? ''] ?? JAR
  return (
    <svg
      class="art"
      viewBox="0 0 120 90"
      aria-hidden="true"
      style={{ '--hue': `${hueOf(category?.id ?? '')}` }}
    >
      <path class="art-back" d={back} />
      <path class="art-front" d={front} />
    </svg>
  )
}

/** Neighbours in number are far apart in colour. */
function hueOf(id: string): number {
  return (Number.parseInt(id, 10) * 137 + 20) % 360 || 90
}
