/** What every picture that a script draws as an SVG needs. */

export function text(name: string, x: number, y: number, content: string): string {
  return `<text class="${name}" x="${rounded(x)}" y="${rounded(y)}">${escaped(content)}</text>`
}

/** A tenth of a pixel is more than one sees, and keeps the file the same where arithmetic differs in its last bit. */
export function rounded(length: number): number {
  return Math.round(length * 10) / 10
}

export function escaped(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** @param most characters that surely fit beside each other in a line. */
export function wrapped(sentence: string, most: number): string[] {
  const lines = ['']
  for (const word of sentence.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
