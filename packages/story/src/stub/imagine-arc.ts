import { type ArcCase, arcKinds, type ArcKindName } from './arc-kind.ts'
import phrases from './content/phrases.json' with { type: 'json' }
import type { Lexicon, PlaceIdea } from './lexicon.ts'
import { shuffled, takeTurn } from './seeded.ts'

/** The number of arcs of one premise. The last one answers it. */
export const arcsInBook = 4

/** The subject of five scenes: an object, its owner, a helper, a rival, and the truth. */
export interface Arc {
  /** Counted from 0. */
  number: number
  /** The number of premises that were answered before. */
  book: number
  kind: ArcKindName
  absentRole: string
  helperRole: string
  rivalRole: string
  meeting: PlaceIdea
  search: PlaceIdea
  /** Such as `tin box` and `tied up with red thread`. */
  thing: string
  mark: string
  case: ArcCase
  price: { ask: string; done: string }
}

/** The arc with a number, determined by the seed. `kind` overrides its kind. */
export function imagineArc(
  lexicon: Lexicon,
  seed: string,
  number: number,
  kind: ArcKindName = kindOf(seed, number),
): Arc {
  const take = <T>(list: readonly T[], what: string, turn = number) => takeTurn(list, `${seed}/${what}`, turn)
  const round = (list: readonly unknown[], turn = number) => Math.floor(turn / list.length)
  const book = Math.floor(number / arcsInBook)
  // The last arc of a book needs one new place, all others two.
  const place = number * 2 - book
  return {
    number,
    book,
    kind,
    absentRole: `missing ${qualified(take(phrases.absentTrades, 'absent'), round(phrases.absentTrades))}`,
    helperRole: qualified(take(lexicon.helpers, 'helper'), round(lexicon.helpers)),
    rivalRole: qualified(take(lexicon.rivals, 'rival'), round(lexicon.rivals)),
    search: placeOf(take(lexicon.places, 'place', place), round(lexicon.places, place)),
    meeting: placeOf(take(lexicon.places, 'place', place + 1), round(lexicon.places, place + 1)),
    thing: take(lexicon.things, 'thing'),
    mark: take(lexicon.marks, 'mark'),
    case: takeTurn<ArcCase>(
      arcKinds[kind].cases,
      `${seed}/case/${kind}`,
      kind === kindOf(seed, number) ? book : number,
    ),
    price: take(phrases.prices, 'price'),
  }
}

/** The kind of an arc: the first of a book is a silence, the last one answers the premise. */
function kindOf(seed: string, number: number): ArcKindName {
  const book = Math.floor(number / arcsInBook)
  const [second, third] = shuffled(['vanishing', 'homecoming'] as const, `${seed}/kinds/${book}`)
  return (['silence', second!, third!, 'beginning'] as const)[number % arcsInBook]!
}

const roleRounds = ['', 'former ', 'second ', 'young ', 'travelling ', 'blind ', 'unwilling ']
const again = ['there too', 'even there', 'as it was wherever I went by then', 'once more']
const placeRounds = ['', 'Far ', 'Upper ', 'Burnt ', 'Little ', 'Drowned ', 'Other ']

// Each repetition of a list adds another adjective.
function qualified(role: string, round: number): string {
  return round < roleRounds.length ? `${roleRounds[round]}${role}` : `${role} number ${round + 1}`
}

function placeOf(idea: PlaceIdea, round: number): PlaceIdea {
  if (round === 0) return idea
  const shade = placeRounds[round] ?? `${round + 1}th `
  const [first, second, third] = idea.features
  const features = round % 2 === 1 ? [third!, first!, second!] : [second!, third!, first!]
  const atmosphere = `${idea.atmosphere}, ${again[(round - 1) % again.length]!}`
  return { ...idea, features, atmosphere, name: idea.name.replace(/^the /, `the ${shade}`) }
}

/** Adds `a` or `an`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
