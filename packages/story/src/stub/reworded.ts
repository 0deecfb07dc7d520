import { novelContent } from '@narratoria/content/novels'
import { seededNumbers } from '../imagine/seeded.ts'

const { groups, speech, tags } = novelContent.variants
const [narrated, spoken] = [groups, speech].map((list) =>
  list.map(([first, ...others]) => ({
    pattern: new RegExp(`(?<![\\p{L}’-])(?:${first})(?![\\p{L}’-])`, 'gu'),
    others,
  })),
)

/** A text in other words of the same meaning, chosen by the seed: in narration, in speech, and in how speech is reported. */
export function reworded(text: string, seed: string): string {
  const random = seededNumbers(seed)
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  let wasSaid = false
  const pieces = text.split(/(“[^”]*”)/).map((piece) => {
    let now = piece
    for (const { pattern, others } of piece.startsWith('“') ? spoken! : narrated!)
      now = now.replaceAll(pattern, (found) => oneOf([found, ...others]))
    // What is said first cannot be an answer.
    if (wasSaid)
      now = now.replace(/^( )(said|asked)(?= \p{Lu})/u, (_, space: string, tag: string) => space + oneOf(tags[tag]!))
    if (/^ (?:said|asked)/.test(piece)) wasSaid = true
    return now
  })
  return pieces.join('')
}
