import { stem } from './stem.ts'
import type { Word } from './words.ts'

// Words for what people do in stories. A line is one sense, its name first; several words in a row are written with `_`,
// and with `..` where their object may stand between them.
const near = `
examine inspect study scrutinize scrutinise investigate look_at look_over look_closely look_into peer_at gaze_at stare_at take_look have_look
ignite kindle light relight rekindle set_fire set..alight set..on_fire fire_up
steal rob pilfer pickpocket filch burgle shoplift pick..pocket
kill slay murder assassinate
attack assault
help aid assist
rescue save
heal cure
talk speak chat converse
buy purchase
remember recollect recall think_back
reputation renown repute
`
// Loose synonyms count only beside another matching word: `throw` may be about dice or stones.
const loose = `
examine check search survey read
torch lantern lamp brand
roll throw toss cast
dice die d20 d6
door gate doorway portal
attack strike hit fight stab slash swing_at charge
steal swipe snatch
mend treat bandage heal
sell trade barter
memory recollection
standing esteem favour favor fame reputation
guild faction order clan
weather rain storm snow wind sky
map chart
journey travel
spell magic incantation enchantment
craft make build forge brew
`

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
  for (const line of lines.trim().split('\n')) {
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

const fillers = new Set(['a', 'an', 'the', 'my', 'it', 'good', 'closer', 'close', 'quick', 'long'])

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
