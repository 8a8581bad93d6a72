/** The colours and dashes of lines. The style sheet has the colours, light and dark, under the names of the lines' keys. */
import type { ProtectionName } from '@larder/lab/contract'
import type { Line } from './lines.ts'

/** In CSS pixels; none is a line without gaps. */
const DASHES: Readonly<Record<ProtectionName, readonly number[]>> = {
  none: [3, 2.5],
  'single-flight': [10, 4],
  larder: [],
}

/** What is drawn now: it changes with the scheme of the page. */
export function colourOf(name: Line['key'] | 'grid' | 'text' | 'mark' | 'fault'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--lab-${name}`)
}

export function dashOf(key: Line['key']): number[] {
  return key in DASHES ? [...DASHES[key as ProtectionName]] : []
}
