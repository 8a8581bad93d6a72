/** What every picture that a script draws as an SVG needs. */

/** How a picture begins, for who sees it and for who does not. */
export function opening(
  width: number,
  height: number,
  title: string,
  description: string,
  style: string,
): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    '  role="img" aria-labelledby="title desc">',
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    style,
    `<rect class="ground" width="${width}" height="${height}" rx="6"/>`,
  ]
}

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
