import { deepSpace } from './lexicon/deep-space.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import { modern } from './lexicon/modern.ts'
import { oldWorld } from './lexicon/old-world.ts'

const signs: [RegExp, Lexicon][] = [
  [
    /\b(?:sci-?fi|science[ -]fiction|space|station|starship|planet|orbit\w*|cyber\w*|robot\w*|mars|galax\w+)\b/i,
    deepSpace,
  ],
  [
    /\b(?:modern|contemporary|crime|noir|thriller|police|detective|romance|horror|today|suburb\w*|hospital|office)\b/i,
    modern,
  ],
]

/** The words that fit a novel's genre, premise and setting. */
export function chooseLexicon(about: string): Lexicon {
  return signs.find(([sign]) => sign.test(about))?.[1] ?? oldWorld
}
