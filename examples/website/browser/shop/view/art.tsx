/** In the place of a picture: the shape of what a category holds, in a colour that the name decides. */
import type { Named } from '../api/answers.ts'
import { JAR, SHAPES } from './shapes.ts'

interface ArtProps {
  readonly category: Named | null
  readonly name: string
}

export function Art({ category, name }: ArtProps) {
  const { back, front } = SHAPES[category?.id ?? ''] ?? JAR
  return (
    <svg class="art" viewBox="0 0 120 90" aria-hidden="true" style={{ '--hue': `${hueOf(name)}` }}>
      <path class="art-back" d={back} />
      <path class="art-front" d={front} />
    </svg>
  )
}

/** In degrees. Names that differ in a letter are far apart. */
function hueOf(name: string): number {
  return [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0)
}
