/** A picture as an SVG that needs nothing from elsewhere, and is legible on light and on dark ground. */
import { opening, rounded, text } from '@larder/test/svg'
import { drawPanel, type Frame } from './draw-panel.ts'
import type { Picture } from './picture.ts'
import { timeScale } from './scale.ts'
import { STYLE } from './style.ts'

const WIDTH = 800
const PAD = 16
const LEFT = 68
const RIGHT = 590
/** Where the first panel begins: beneath the title, the note and the name of the event. */
const TOP = 108
/** As much as the names of three lines take at most. */
const HEIGHT = 176
/** Between two panels, where the title of the second one stands. */
const BETWEEN = 40
/** What the names of times take. */
const FOOT = 36

export function draw(picture: Picture): string {
  const { title, note, inWords, end, event, panels } = picture
  const time = timeScale(end)
  const frames = panels.map((_, i): Frame => {
    const top = TOP + i * (HEIGHT + BETWEEN)
    return { left: LEFT, right: RIGHT, top, bottom: top + HEIGHT }
  })
  const bottom = frames.at(-1)?.bottom ?? TOP
  const x = (ms: number) => LEFT + time.share(ms) * (RIGHT - LEFT)
  const height = bottom + FOOT
  return [
    ...opening(WIDTH, height, title, `${note} ${inWords}`, STYLE),
    text('heading', PAD, 30, title),
    text('note', PAD, 50, note),
    ...time.ticks.map(({ value, name }) => text('time', x(value), bottom + 20, name)),
    ...frames.flatMap((frame) => drawEvent(event, frame, x)),
    text('event-name', x(event.at), TOP - 8, event.name),
    ...panels.flatMap((panel, i) => drawPanel(panel, frames[i] as Frame, x)),
    '</svg>',
    '',
  ].join('\n')
}

/** A line where it happens, and a ground for as long as it lasts. */
function drawEvent(
  { at, until }: Picture['event'],
  { top, bottom }: Frame,
  x: (ms: number) => number,
): string[] {
  const from = rounded(x(at))
  const width = until === null ? 0 : rounded(x(until) - x(at))
  const height = bottom - top
  return [
    ...(width > 0
      ? [`<rect class="fault" x="${from}" y="${top}" width="${width}" height="${height}"/>`]
      : []),
    `<path class="event" d="M${from} ${top}V${bottom}"/>`,
  ]
}
