// Parts of SVG pictures.

/** The size of every picture in pixels. */
export const size = { width: 960, height: 540 }

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
export const shape = (points: readonly string[], fill: string, more = ''): string =>
  `<polygon points="${points.join(' ')}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, wide: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${wide}" ${more}/>`
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
/** A part that is drawn several times, by its number from 0. */
export const repeat = (count: number, draw: (index: number) => string): string => range(count).map(draw).join('')
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`
