import { describe, expect, test } from '@jest/globals'
import { classed, parseSvg, type SvgElement } from '@larder/test/parse-svg'
import { type Chart, chartOf } from '../src/report/chart.ts'
import { draw } from '../src/report/draw.ts'
import { hits, memory, stampede, withRow, zipf } from './invented-results.ts'

function chart(...given: Parameters<typeof chartOf>): Chart {
  const made = chartOf(...given)
  if (made === undefined) throw new Error('Expected a chart.')
  return made
}

const numbers = (element: SvgElement | undefined, ...names: readonly string[]) =>
  names.map((name) => Number(element?.attributes[name]))

describe('the bars of a chart', () => {
  test('are the rows with the base among them, the best on top', () => {
    expect(chart(hits, undefined).bars.map(({ name, label, look }) => [name, label, look])).toEqual([
      ['raw MGET + JSON.parse', '1.00', 'base'],
      ['Larder, freeze: false', '1.10', 'larder'],
      ['Larder', '1.25', 'larder'],
      ['dataloader over raw MGET', '1.50', 'other'],
      ['keyv', '4.00', 'other'],
      ['bentocache', '10.0', 'other'],
    ])
    expect(chart(zipf, undefined).bars.map(({ label }) => label)).toEqual([
      '5.00',
      '2.50',
      '2.00',
      '1.00',
      '0.50',
    ])
  })

  test('are a figure where a task compares no times', () => {
    const { bars, note, baseLine } = chart(stampede, 'queries')
    expect(bars.map(({ label }) => label)).toEqual(['1', '8', '500'])
    expect(note).toBe('queries; shorter is better.')
    expect(baseLine).toBeUndefined()
  })

  test('leave out a row without the value, and without any there is no chart', () => {
    expect(chart(withRow(hits, { name: 'keyv' }), undefined).bars).toHaveLength(5)
    expect(chartOf(memory, undefined)).toBeUndefined()
    expect(chartOf(memory, 'queries')).toBeUndefined()
  })
})

describe('the drawing', () => {
  const elements = parseSvg(draw(chart(hits, undefined)))
  const bars = classed(elements, 'base', 'larder', 'other')
  const widths = bars.map((bar) => Number(bar.attributes.width))

  test('has bars as long as their values', () => {
    const [base = 0, ...others] = widths
    expect(widths).toHaveLength(6)
    for (const [i, value] of [1.1, 1.25, 1.5, 4, 10].entries()) {
      expect(others[i]).toBeCloseTo(value * base, -0.3)
    }
  })

  test('has whiskers from quartile to quartile, and none on the base', () => {
    const whiskers = classed(elements, 'whisker')
    expect(whiskers).toHaveLength(5)
    for (const [i, whisker] of whiskers.entries()) {
      const [x = 0, width = 0] = numbers(bars[i + 1], 'x', 'width')
      const [, from, , to] = /^M([\d.]+) (.*)H([\d.]+)M/.exec(whisker.attributes.d ?? '') ?? []
      expect(Number(from)).toBeCloseTo(x + 0.9 * width, -0.3)
      expect(Number(to)).toBeCloseTo(x + 1.2 * width, -0.3)
    }
  })

  test('has a line where the base ends', () => {
    const [x = 0, width = 0] = numbers(bars[0], 'x', 'width')
    const [line] = classed(elements, 'base-line')
    expect(numbers(line, 'x1', 'x2')).toEqual([x + width, x + width])
  })

  test('has each label behind its bar and whisker, within the picture', () => {
    const [wide = 0] = numbers(elements[0], 'width')
    for (const [i, label] of classed(elements, 'value').entries()) {
      const [x = 0, width = 0] = numbers(bars[i], 'x', 'width')
      const [at = 0] = numbers(label, 'x')
      expect(at).toBeGreaterThan(x + width * (i === 0 ? 1 : 1.2))
      expect(at).toBeLessThan(wide - 40)
    }
  })

  test('tells all of it to who does not see it', () => {
    const named = (name: string) => elements.find((element) => element.name === name)
    expect(elements[0]?.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'title desc' })
    expect(named('title')).toMatchObject({ attributes: { id: 'title' }, text: `${hits.task}: ${hits.title}` })
    expect(named('desc')?.text).toContain('Larder 1.25 (1.13 to 1.50); ')
  })

  test('has colours for light and for dark, and takes nothing from elsewhere', () => {
    const svg = draw(chart(hits, undefined))
    expect(svg).toContain('@media (prefers-color-scheme: dark)')
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import|href/)
  })

  test('is well-formed whatever the names are, and shows them', () => {
    const name = `<b> & "c" ]]> 'd'`
    const title = 'a < b && c > d'
    const odd = {
      ...hits,
      title,
      rows: [...hits.rows, { name, ratio: { median: 2, quartiles: [1, 3] as const } }],
    }
    const found = parseSvg(draw(chart(odd, undefined)))
    expect(classed(found, 'name').map(({ text }) => text)).toContain(name)
    expect(classed(found, 'heading').map(({ text }) => text)).toEqual([`hits-100: ${title}`])
  })

  test('breaks a long title into lines that fit', () => {
    const title = Array.from({ length: 40 }, () => 'seven').join(' ')
    const lines = classed(parseSvg(draw(chart({ ...hits, title }, undefined))), 'heading')
    expect(lines.map(({ text }) => text).join(' ')).toBe(`hits-100: ${title}`)
    for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(104)
  })

  test('has bars of no length where all values are 0', () => {
    const rows = [{ name: 'Larder', figures: { queries: 0 } }]
    const [bar] = classed(parseSvg(draw(chart({ ...stampede, rows }, 'queries'))), 'larder')
    expect(bar?.attributes.width).toBe('0')
  })
})
