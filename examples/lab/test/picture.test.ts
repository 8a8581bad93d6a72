import { describe, expect, test } from '@jest/globals'
import { classed, parseSvg, type SvgElement } from '@larder/test/parse-svg'
import { protectionNames } from '../src/contract/index.ts'
import { draw } from '../src/report/draw.ts'
import { pictureOf } from '../src/report/picture.ts'
import { ran, samples, totals } from './support/invented-results.ts'

const expiring = ran({ seconds: 5, pool: 20 }, [
  {
    protection: 'none',
    totals: totals({ queries: 60, waited: 60, mostInFlight: 20, mostWaiting: 40, longest: 1_000 }),
    samples: samples({ p99: 100 }, { inFlight: 20, p99: 1_000 }, { inFlight: 10, p99: null }, { p99: 10 }),
  },
  {
    protection: 'larder',
    totals: totals({ queries: 1, mostInFlight: 1, longest: 1 }),
    samples: samples({ p99: 20 }, { inFlight: 1, p99: 20 }),
  },
])
const drawn = parseSvg(draw(pictureOf(expiring)))

const numbersOf = (element: SvgElement | undefined) =>
  [...(element?.attributes.d ?? '').matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
/** How high the value of this name is written. */
const heightOf = (name: string) =>
  classed(drawn, 'value')
    .filter(({ text }) => text === name)
    .map(({ attributes }) => Number(attributes.y) - 4)[0]
/** Where this second is written. */
const placeOf = (seconds: number) =>
  Number(classed(drawn, 'time').find(({ text }) => text === `${seconds} s`)?.attributes.x)
/** The line in each panel, each followed by its swatch. */
const linesOf = (elements: readonly SvgElement[], protection: string) =>
  classed(elements, `line ${protection}`).filter((_, i) => i % 2 === 0)

describe('the picture of a run', () => {
  test('has a line for each protection in each panel, from sample to sample', () => {
    const [inFlight] = linesOf(drawn, 'none')
    const quarter = (placeOf(1) - placeOf(0)) / 4
    const [x1, y1, , x2, y2, x3, y3, x4, y4] = numbersOf(inFlight)
    for (const [i, x] of [x1, x2, x3, x4].entries())
      expect(x).toBeCloseTo(placeOf(0) + (i + 1) * quarter, -0.3)
    expect([y1, y2, y3, y4]).toEqual([heightOf('0'), heightOf('20'), heightOf('10'), heightOf('0')])
    expect(linesOf(drawn, 'larder')).toHaveLength(2)
  })

  test('has times on a logarithmic scale, and a gap where none is known', () => {
    const [, slowest] = linesOf(drawn, 'none')
    expect(slowest?.attributes.d).toMatch(/^M[\d. ]+h0L[\d. ]+M[\d. ]+h0$/)
    const [, y1, , , y2, , y4] = numbersOf(slowest)
    expect([y1, y2, y4]).toEqual([heightOf('100 ms'), heightOf('1 s'), heightOf('10 ms')])
    const [, [, top, bottom] = []] = classed(drawn, 'event').map(numbersOf)
    expect([y2, y4]).toEqual([top, bottom])
  })

  test('has a line at the size of the pool, and one when it happens', () => {
    const [level] = classed(drawn, 'level')
    expect(numbersOf(level)[1]).toBe(heightOf('20'))
    expect(classed(drawn, 'level-name').map(({ text }) => text)).toEqual(['the pool: 20'])
    const events = classed(drawn, 'event')
    expect(events).toHaveLength(2)
    for (const event of events) expect(numbersOf(event)[0]).toBe(placeOf(3))
  })

  test('marks for how long it lasts, where it heals', () => {
    expect(classed(drawn, 'fault')).toEqual([])
    const elements = parseSvg(draw(pictureOf(ran({ scenario: 'database-down' }, []))))
    const [fault] = classed(elements, 'fault')
    const place = (seconds: number) =>
      Number(classed(elements, 'time').find(({ text }) => text === `${seconds} s`)?.attributes.x)
    expect(Number(fault?.attributes.x)).toBeCloseTo(place(2) * 0.5 + place(4) * 0.5, -0.3)
    expect(Number(fault?.attributes.width)).toBeCloseTo(place(6) - place(2), -0.3)
  })

  test('names the lines beside them, the highest on top, none over another', () => {
    const names = drawn.filter(({ attributes }) => attributes.class?.startsWith('name '))
    expect(names.map(({ text }) => text)).toEqual(['No protection', 'Larder', 'No protection', 'Larder'])
    const figures = classed(drawn, 'figure').map(({ text }) => text)
    expect(figures).toEqual(['most: 20', 'and 40 waiting', 'most: 1', 'then no answer', 'then no answer'])
  })

  test('names those who got an error or gave up, where there are any', () => {
    const failed = totals({ errors: 2, gaveUp: 1_000 })
    const [, slowest] = pictureOf(ran({}, [{ protection: 'none', totals: failed, samples: [] }])).panels
    expect(slowest?.lines[0]?.figures).toEqual(['then no answer', 'and 1,002 failed'])
  })

  test('names what came after the event, and not what starting took', () => {
    const before = Array.from({ length: 12 }, () => ({ p99: 900 }))
    const [, slowest] = pictureOf(
      ran({}, [{ protection: 'larder', totals: totals({}), samples: samples(...before, { p99: 2 }) }]),
    ).panels
    expect(slowest?.lines[0]).toMatchObject({ figures: ['then up to 2 ms'], peak: 2 })
  })

  test('tells all of it to who does not see it', () => {
    const named = (name: string) => drawn.find((element) => element.name === name)
    expect(drawn[0]?.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'title desc' })
    expect(named('title')?.text).toBe('Expire the hottest key')
    expect(named('desc')?.text).toContain(
      'Larder: 1 query; nobody waited for a query, the slowest answer took 1 ms.',
    )
  })

  test('has colours for light and for dark, a dash for each protection but one, and nothing from elsewhere', () => {
    const svg = draw(pictureOf(expiring))
    expect(svg).toContain('@media (prefers-color-scheme: dark)')
    expect(svg.match(/\.line\.[a-z-]+ \{ stroke-dasharray/g)).toHaveLength(protectionNames.length - 1)
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import|href/)
  })
})

describe('extremes', () => {
  const figures = [
    ['no protection at all', []],
    ['no samples', protectionNames.map((protection) => ({ protection, totals: totals({}), samples: [] }))],
    ['no times', [{ protection: 'none', totals: totals({}), samples: samples({}, {}) } as const]],
    ['times of nothing', [{ protection: 'none', totals: totals({}), samples: samples({ p99: 0 }) } as const]],
    [
      'a thousandth of a ms and an hour',
      [
        {
          protection: 'larder',
          totals: totals({}),
          samples: samples({ p99: 0.001 }, { p99: 3_600_000 }),
        } as const,
      ],
    ],
    [
      'a thousand queries',
      [{ protection: 'none', totals: totals({}), samples: samples({ inFlight: 1_000 }) } as const],
    ],
  ] as const

  test.each(figures)('%s: every number is finite, and everything is within the picture', (_, results) => {
    const elements = parseSvg(draw(pictureOf(ran({ seconds: 60 }, results))))
    const [, , width = 0, height = 0] = (elements[0]?.attributes.viewBox ?? '').split(' ').map(Number)
    for (const { attributes } of elements) {
      expect(Object.values(attributes).join(' ')).not.toMatch(/NaN|Infinity|undefined/)
      if (attributes.y !== undefined) expect(Number(attributes.y)).toBeLessThanOrEqual(height)
      if (attributes.x !== undefined) expect(Number(attributes.x)).toBeLessThanOrEqual(width)
    }
    for (const line of elements.filter(({ attributes }) => attributes.class?.startsWith('line'))) {
      for (const number of numbersOf(line)) expect(number).toBeLessThanOrEqual(width)
    }
  })

  test('one sample by itself is a dot', () => {
    const one = ran({}, [{ protection: 'larder', totals: totals({}), samples: samples({ p99: 1 }) }])
    expect(linesOf(parseSvg(draw(pictureOf(one))), 'larder')[0]?.attributes.d).toMatch(/^M[\d.]+ [\d.]+h0$/)
  })
})
