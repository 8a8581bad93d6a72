import fc from 'fast-check'

/** What means something in a key, in JSON, in UTF-8 or in UTF-16, and what looks like it. */
export const NASTY = [
  ...[
    '',
    'a',
    'b',
    '%',
    '%25',
    '%7b',
    '%u',
    '#',
    '/',
    ':',
    '{',
    '}',
    '}:v1',
    '}:lease',
    ',',
    '"',
    '\\',
    '*',
    '?',
  ],
  ...[' ', '\n', '\u0000', '\u007f', '\u0085', '\u00e9', 'e\u0301', '\u2028', '\ufffd', '\ufeff', '😀'],
  ...['\ud800', '\ud83d', '\udc00', '\ude00', '__proto__', 'constructor', 'null', '42', '-0'],
]

const nastyText = fc.array(fc.constantFrom(...NASTY), { maxLength: 6 }).map((parts) => parts.join(''))
const anyCodeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
  .map((units) => String.fromCharCode(...units))
/** 10 kB that differ in their ends only, if at all. */
const longText = fc
  .tuple(fc.constantFrom('x', '{', '😀'), nastyText)
  .map(([fill, end]) => fill.repeat(10_000) + end)

/** Strings of every kind: lone surrogates, separators, control characters, the empty one, very long ones. */
export const text = fc.oneof(
  { weight: 5, arbitrary: nastyText },
  { weight: 3, arbitrary: anyCodeUnits },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: longText },
)

/** What a scope may be, or an array or record of. */
export const scopePart = fc.oneof(
  text.filter(Boolean),
  fc.boolean(),
  fc.integer({ min: -2, max: 50 }),
  fc.constantFrom(0.5, 1e21),
)
