import { stem } from './stem.ts'
import type { Word } from './words.ts'

// Everyday words for what people do in stories. A line is one sense; several words in a row are written with `_`.
const lines = `
examine inspect study scrutinize scrutinise investigate check search survey look_at look_over look_closely look_into peer_at gaze_at stare_at take_look have_look
light ignite kindle set_fire set_alight set_ablaze fire_up
torch lantern lamp brand
roll throw toss cast
dice die d20 d6
door gate doorway portal
attack strike hit fight stab slash assault swing_at charge
steal rob pilfer pickpocket swipe filch snatch burgle shoplift
kill slay murder assassinate
help aid assist rescue save
heal cure mend treat bandage
talk speak chat converse
buy purchase
sell trade barter
remember recall recollect reminisce think_back
memory recollection
reputation standing renown esteem favour favor fame
guild faction order clan
weather rain storm snow wind sky
map chart
travel journey walk go head
spell magic incantation charm enchantment
craft make build forge brew
`
const phrases = new Map<string, { rest: string[]; sense: string }[]>()
for (const line of lines.trim().split('\n')) {
  const [sense = '', ...others] = line.split(' ')
  for (const entry of [sense, ...others]) {
    const [first = '', ...rest] = entry.split('_').map(stem)
    phrases.set(first, [...(phrases.get(first) ?? []), { rest, sense }])
  }
}

const fillers = new Set(['a', 'an', 'the', 'my', 'it', 'good', 'closer', 'close', 'quick', 'long'])

/** Adds to each word the senses that it has where it stands. */
export function expandSenses(words: Word[]): Word[] {
  return words.map((word, index) => {
    const senses = (phrases.get(word.stem) ?? [])
      .filter(({ rest }) => follows(words, index, rest))
      .map(({ sense }) => sense)
    return senses.length === 0 ? word : { ...word, senses: new Set(senses) }
  })
}

// `rest` must follow, with up to three words such as an article in between.
function follows(words: Word[], index: number, rest: string[]): boolean {
  let at = index
  for (const wanted of rest) {
    at += 1
    for (let skipped = 0; skipped < 3 && fillers.has(words[at]?.text ?? ''); skipped += 1) at += 1
    if (words[at]?.stem !== wanted) return false
  }
  return true
}
