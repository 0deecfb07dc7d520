import type { ArcCase, ArcKind } from './arcs/arc-kind.ts'
import { beginning } from './arcs/beginning.ts'
import { homecoming } from './arcs/homecoming.ts'
import { silence } from './arcs/silence.ts'
import { vanishing } from './arcs/vanishing.ts'
import { absentTrades, prices } from './lexicon/cases.ts'
import type { Lexicon, PlaceIdea } from './lexicon/lexicon.ts'
import { shuffled, takeTurn } from './seeded.ts'

/** The stories that five scenes can tell. */
export const arcKinds = { silence, vanishing, homecoming, beginning } satisfies Record<string, ArcKind>
export type ArcKindName = keyof typeof arcKinds

/** How many arcs lead from one premise to its answer; the last of them answers it. */
export const arcsInBook = 4

/** What five scenes together are about: a thing, whose it was, who helps, who is in the way, and what is behind it. */
export interface Arc {
  /** Counted from 0. */
  number: number
  /** How many premises were answered before; counted from 0. */
  book: number
  kind: ArcKindName
  absentRole: string
  helperRole: string
  rivalRole: string
  meeting: PlaceIdea
  search: PlaceIdea
  /** `tin box`, `tied up with red thread`. */
  thing: string
  mark: string
  case: ArcCase
  price: { ask: string; done: string }
}

/** The arc of that number, decided by the seed alone; `kind` replaces the kind whose turn it is. */
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
    absentRole: `missing ${qualified(take(absentTrades, 'absent'), round(absentTrades))}`,
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
    price: take(prices, 'price'),
  }
}

/** Which story it is the turn of: first a silence, last the answer to what the book began with. */
function kindOf(seed: string, number: number): ArcKindName {
  const book = Math.floor(number / arcsInBook)
  const [second, third] = shuffled(['vanishing', 'homecoming'] as const, `${seed}/kinds/${book}`)
  return (['silence', second!, third!, 'beginning'] as const)[number % arcsInBook]!
}

const roleRounds = ['', 'former ', 'second ', 'young ', 'travelling ', 'blind ', 'unwilling ']
const again = ['there too', 'even there', 'as it was wherever I went by then', 'once more']
const placeRounds = ['', 'Far ', 'Upper ', 'Burnt ', 'Little ', 'Drowned ', 'Other ']

// When a list has been gone through it starts again, with another shade to each entry.
function qualified(role: string, round: number): string {
  return round < roleRounds.length ? `${roleRounds[round]}${role}` : `${role} number ${round + 1}`
}

function placeOf(idea: PlaceIdea, round: number): PlaceIdea {
  if (round === 0) return idea
  const shade = placeRounds[round] ?? `${round + 1}th `
  const [first, second, third] = idea.features
  const features = round % 2 === 1 ? ([third, first, second] as const) : ([second, third, first] as const)
  const atmosphere = `${idea.atmosphere}, ${again[(round - 1) % again.length]!}`
  return { ...idea, features, atmosphere, name: idea.name.replace(/^the /, `the ${shade}`) }
}

/** `a tin box`, `an ident ring`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
