/** A chart as an SVG that needs nothing from elsewhere, and is legible on light and on dark ground. */
import { opening, rounded, text, wrapped } from '@larder/test/svg'
import type { Bar, Chart } from './chart.ts'

const WIDTH = 800
const PAD = 16
const GAP = 10
const ROW = 26
const THICKNESS = 16
const LINE_HEIGHT = 20
/** Characters that surely fit beside each other in a line. */
const LINE = 104
/** An SVG cannot measure text: about the width of a letter, rather more than less. */
const LETTER = 7.1
/** What is kept free for the label of the longest bar. */
const LABEL = 72

export function draw(chart: Chart): string {
  const heading = wrapped(chart.title, LINE)
  const note = wrapped(chart.note, LINE)
  const top = PAD + (heading.length + note.length) * LINE_HEIGHT + GAP
  const bottom = top + chart.bars.length * ROW
  const left = Math.round(PAD + Math.max(...chart.bars.map(({ name }) => name.length)) * LETTER + GAP)
  const longest = Math.max(chart.baseLine ?? 0, ...chart.bars.map(end))
  const scale = longest === 0 ? 0 : (WIDTH - PAD - LABEL - left) / longest
  const height = bottom + PAD
  const middle = (i: number) => top + (i + 0.5) * ROW
  return [
    ...opening(
      WIDTH,
      height,
      chart.title,
      `${chart.note} ${chart.bars.map(({ inWords }) => inWords).join('; ')}.`,
      STYLE,
    ),
    ...heading.map((line, i) => text('heading', PAD, PAD + (i + 0.7) * LINE_HEIGHT, line)),
    ...note.map((line, i) => text('note', PAD, PAD + (heading.length + i + 0.7) * LINE_HEIGHT, line)),
    ...chart.bars.flatMap((bar, i) => drawBar(bar, left, middle(i), scale)),
    ...(chart.baseLine === undefined ? [] : [line('base-line', left + chart.baseLine * scale, top, bottom)]),
    // Last, since the line of the base may cross them.
    ...chart.bars.map((bar, i) =>
      text('value', left + end(bar) * scale + GAP, textLine(middle(i)), bar.label),
    ),
    '</svg>',
    '',
  ].join('\n')
}

/** Where a bar ends, its whisker included. */
function end({ value, whisker }: Bar): number {
  return Math.max(value, whisker?.[1] ?? 0)
}

function drawBar(bar: Bar, left: number, middle: number, scale: number): string[] {
  const width = rounded(bar.value * scale)
  const y = middle - THICKNESS / 2
  return [
    text('name', left - GAP, textLine(middle), bar.name),
    `<rect class="${bar.look}" x="${left}" y="${y}" width="${width}" height="${THICKNESS}" rx="2"/>`,
    ...(bar.whisker === undefined ? [] : [drawWhisker(bar.whisker, left, middle, scale)]),
  ]
}

/** The line on which text stands that is centred at `middle`. */
function textLine(middle: number): number {
  return middle + 4.5
}

function drawWhisker([low, high]: readonly [number, number], left: number, middle: number, scale: number) {
  const [from, to] = [rounded(left + low * scale), rounded(left + high * scale)]
  return `<path class="whisker" d="M${from} ${middle - 4}v8M${from} ${middle}H${to}M${to} ${middle - 4}v8"/>`
}

function line(name: string, x: number, from: number, to: number): string {
  return `<line class="${name}" x1="${rounded(x)}" y1="${from}" x2="${rounded(x)}" y2="${to}"/>`
}

const STYLE = `<style>
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328 }
  text.heading { font-weight: 600 }
  text.note { fill: #59636e }
  text.name { text-anchor: end }
  text.value { paint-order: stroke; stroke: #ffffff; stroke-width: 4 }
  .ground { fill: #ffffff }
  .larder { fill: #4a8fe7 }
  .base { fill: #8c959f }
  .other { fill: #c4ccd4 }
  .whisker { fill: none; stroke: #1f2328; stroke-width: 1.5 }
  .base-line { stroke: #59636e; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    text.note { fill: #9198a1 }
    text.value { stroke: #0d1117 }
    .ground { fill: #0d1117 }
    .larder { fill: #2f74d0 }
    .base { fill: #7d8590 }
    .other { fill: #454d57 }
    .whisker { stroke: #f0f6fc }
    .base-line { stroke: #9198a1 }
  }
</style>`
