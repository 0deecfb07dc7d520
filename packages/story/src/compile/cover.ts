import { seededNumbers } from '../imagine/seeded.ts'
import { escapeHtml } from './escape.ts'
import type { Manuscript } from './manuscript.ts'

/** Size of a cover in pixels, in the proportions of a book. */
export const coverSize = { width: 1200, height: 1800 } as const

/** Draws the cover of a book as an SVG image: title, author and a pattern; the genre decides its colours, the title its lines. */
export function coverOf({ title, author, genre }: Pick<Manuscript, 'title' | 'author' | 'genre'>): string {
  const { width, height } = coverSize
  const hue = Math.floor(seededNumbers(`cover/${genre.toLowerCase()}`)() * 360)
  const random = seededNumbers(`cover/${title}`)
  const lines = Array.from({ length: 14 }, (_, index) => {
    const y = height * (0.5 + index * 0.033)
    const [from, to] = [random(), random()].map((each) => Math.round((each - 0.5) * 260))
    return `<path d="M0 ${Math.round(y)} C ${width / 3} ${Math.round(y + from!)}, ${(width * 2) / 3} ${Math.round(y + to!)}, ${width} ${Math.round(y)}"/>`
  })
  const rows = wrapTitle(title)
  const size = Math.min(150, Math.floor(1_700 / Math.max(...rows.map((row) => row.length), 8)))
  const text = (row: string, y: number, fontSize: number) =>
    `<text x="${width / 2}" y="${y}" font-size="${fontSize}">${escapeHtml(row)}</text>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="hsl(${hue}, 38%, 18%)"/>
<circle cx="${Math.round(width * (0.25 + random() * 0.5))}" cy="${Math.round(height * 0.62)}" r="${Math.round(220 + random() * 120)}" fill="hsl(${(hue + 40) % 360}, 55%, 62%)"/>
<g fill="none" stroke="hsl(${hue}, 30%, 82%)" stroke-width="6" stroke-opacity="0.55">
${lines.join('\n')}
</g>
<g fill="#f6f1e6" font-family="Georgia, 'Times New Roman', serif" text-anchor="middle">
${rows.map((row, index) => text(row, 330 + index * size * 1.2, size)).join('\n')}
${text(author, height - 130, 62)}
</g>
</svg>
`
}

/** Divides a title into at most five rows of similar length. */
function wrapTitle(title: string): string[] {
  const rows: string[] = []
  for (const word of title.split(/\s+/)) {
    const last = rows.at(-1)
    if (last !== undefined && (last.length + word.length < 15 || rows.length === 5))
      rows[rows.length - 1] = `${last} ${word}`
    else rows.push(word)
  }
  return rows.length > 0 ? rows : ['']
}
