/** Of each category of the catalogue, in two layers of a field of 120 by 90. */

interface Shape {
  readonly back: string
  readonly front: string
}

export const SHAPES: Readonly<Record<string, Shape>> = {
  // Tables
  1: {
    back: 'M34 40h6v32h-6zM80 40h6v32h-6zM44 40h32v8H44z',
    front: 'M24 32h72a3 3 0 0 1 0 8H24a3 3 0 0 1 0-8z',
  },
  // Seating
  2: {
    back: 'M42 18h36a6 6 0 0 1 6 6v28H36V24a6 6 0 0 1 6-6z',
    front: 'M30 42a6 6 0 0 1 12 0v8h36v-8a6 6 0 0 1 12 0v22H30zM35 64h6v8h-6zM79 64h6v8h-6z',
  },
  // Storage
  3: { back: 'M38 16h44v58H38z', front: 'M42 20h36v14H42zM42 38h16v32H42zM62 38h16v14H62zM62 56h16v14H62z' },
  // Lighting
  4: { back: 'M58 42h4v26h-4zM46 68h28v5H46z', front: 'M48 16h24l12 28H36z' },
  // Kitchen
  5: {
    back: 'M40 28c0-6 6-6 6-12h4c0 6-6 6-6 12zM58 28c0-6 6-6 6-12h4c0 6-6 6-6 12zM76 28c0-6 6-6 6-12h4c0 6-6 6-6 12z',
    front: 'M26 38h68c0 18-12 30-22 33H48C38 68 26 56 26 38z',
  },
  // Tableware
  6: {
    back: 'M80 34h6a12 12 0 0 1 0 26h-8v-7h7a5 5 0 0 0 0-12h-5z',
    front: 'M36 26h46v34a12 12 0 0 1-12 12H48a12 12 0 0 1-12-12z',
  },
  // Textiles
  7: { back: 'M32 18h56v54H32z', front: 'M32 26h56v7H32zM32 41h56v7H32zM32 56h56v7H32z' },
  // Garden
  8: {
    back: 'M60 52C60 32 46 24 32 24c0 16 10 28 28 28zM60 46c0-16 10-26 26-28 2 16-8 28-26 28z',
    front: 'M40 50h40l-5 24H45z',
  },
  // Office
  9: { back: 'M40 16h44v58H40z', front: 'M36 16h8v58h-8zM54 28h22v4H54zM54 38h22v4H54zM54 48h14v4H54z' },
  // Bath
  10: {
    back: 'M60 14c12 16 20 26 20 38a20 20 0 0 1-40 0c0-12 8-22 20-38z',
    front: 'M60 40c6 8 9 12 9 18a9 9 0 0 1-18 0c0-6 3-10 9-18z',
  },
  // Toys
  11: { back: 'M46 18h28v26H46z', front: 'M30 48h28v26H30zM62 48h28v26H62z' },
  // Travel
  12: {
    back: 'M48 28v-6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v6h-5v-5a2 2 0 0 0-2-2H55a2 2 0 0 0-2 2v5z',
    front: 'M34 28h52a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V34a6 6 0 0 1 6-6z',
  },
}

/** Of what is in none of them. */
export const JAR: Shape = {
  back: 'M44 16h32v10H44z',
  front: 'M40 28h40a4 4 0 0 1 4 4v36a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6V32a4 4 0 0 1 4-4z',
}
