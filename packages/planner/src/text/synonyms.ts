import { planningWords } from '@narratoria/content'
import { stem } from './stem.ts'
import type { Word } from './words.ts'

// Words for what people do in stories. A line is one sense, its name first; several words in a row are written with `_`,
// and with `..` where their object may stand between them.
const near = planningWords.synonyms.near
// Loose synonyms count only beside another matching word: `throw` may be about dice or stones.
const loose = planningWords.synonyms.loose

interface Phrase {
  rest: { stem: string; maxGap: number }[]
  sense: string
  isNear: boolean
}

const phrases = new Map<string, Phrase[]>()
for (const [lines, isNear] of [
  [near, true],
  [loose, false],
] as const)
  for (const line of lines) {
    const [sense = ''] = line.split(' ')
    for (const entry of line.split(' ')) {
      const [first = '', ...others] = entry.split(/(?=_|\.\.)/)
      const rest = others.map((word) => ({
        stem: stem(word.replace(/^(?:_|\.\.)/, '')),
        maxGap: word.startsWith('_') ? 0 : 3,
      }))
      phrases.set(stem(first), [...(phrases.get(stem(first)) ?? []), { rest, sense, isNear }])
    }
  }

const fillers = new Set(planningWords.synonyms.fillers)

/** Adds to each word its senses in the context of the next words. */
export function expandSenses(words: Word[]): Word[] {
  return words.map((word, index) => {
    const found = (phrases.get(word.stem) ?? []).filter(({ rest }) => follows(words, index, rest))
    if (found.length === 0) return word
    const names = (near: boolean) => new Set(found.filter(({ isNear }) => near === isNear).map(({ sense }) => sense))
    return { ...word, senses: names(true), looseSenses: names(false) }
  })
}

// Articles may stand between the words of a phrase, and an object where the phrase has `..`.
function follows(words: Word[], index: number, rest: Phrase['rest']): boolean {
  let at = index
  for (const { stem: wanted, maxGap } of rest) {
    at += 1
    let gap = 0
    while (words[at] && words[at]?.stem !== wanted && (gap < maxGap || fillers.has(words[at]?.text ?? '')) && gap < 4) {
      at += 1
      gap += 1
    }
    if (words[at]?.stem !== wanted) return false
  }
  return true
}
