/** The elements of an SVG, for tests. */
import { SaxesParser } from 'saxes'

export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** In the order in which they begin. Throws where it is not well-formed XML. */
export function parseSvg(svg: string): SvgElement[] {
  const elements: SvgElement[] = []
  const parser = new SaxesParser()
  const open: SvgElement[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.write(svg).close()
  return elements
}

/** Those of one of these classes. */
export function classed(elements: readonly SvgElement[], ...names: readonly string[]): SvgElement[] {
  return elements.filter(({ attributes }) => names.includes(attributes.class ?? ''))
}
