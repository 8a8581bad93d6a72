/** A table in Markdown. */

/** Columns from `numbersFrom` on are aligned to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbersFrom = head.length,
): string {
  const rule = head.map((_, column) => (column < numbersFrom ? '---' : '--:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|')
}
