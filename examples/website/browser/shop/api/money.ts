/** Prices as people read and write them. The API has them in minor units. */
import type { Price } from './answers.ts'

/** The shop's language is English wherever its reader is. */
const LANGUAGE = 'en-IE'
const MOST = 2 ** 31 - 1

/** Such as `€12.99`. */
export function formatPrice({ amount, currency }: Price): string {
  const format = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency })
  return format.format(amount / 10 ** decimalsOf(format))
}

/** Such as `12.99`: as `readAmount` reads it. */
export function amountInUnits({ amount, currency }: Price): string {
  const decimals = decimalsOf(new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency }))
  return (amount / 10 ** decimals).toFixed(decimals)
}

/** Minor units, or what was expected instead. */
export function readAmount(text: string, { currency }: Price): number | { readonly expected: string } {
  const decimals = decimalsOf(new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency }))
  const [, units, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const amount = Number(`${units}${fraction.padEnd(decimals, '0')}`)
  if (units !== undefined && fraction.length <= decimals && amount <= MOST) return amount
  const most = formatPrice({ amount: MOST, currency })
  const given = text.trim() === '' ? 'nothing' : `“${text.trim()}”`
  return { expected: `Expected a price such as 12.99, up to ${most}. Received ${given}.` }
}

function decimalsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 0
}
