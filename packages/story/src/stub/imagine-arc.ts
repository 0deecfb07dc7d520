import { absentFirst, absentLast, cases, prices } from './lexicon/cases.ts'
import type { Lexicon, PlaceIdea } from './lexicon/lexicon.ts'
import { takeTurn } from './seeded.ts'

/** What five scenes together are about: a find, whom it belonged to, who helps, who is in the way, and what is behind it. */
export interface Arc {
  /** Counted from 0. */
  number: number
  helperRole: string
  rivalRole: string
  meeting: PlaceIdea
  search: PlaceIdea
  /** `tin box`, `tied up with red thread`. */
  thing: string
  mark: string
  absent: string
  case: (typeof cases)[number]
  price: (typeof prices)[number]
}

/** The arc of that number, decided by the seed alone. */
export function imagineArc(lexicon: Lexicon, seed: string, number: number): Arc {
  const take = <T>(list: readonly T[], what: string, turn = number) => takeTurn(list, `${seed}/${what}`, turn)
  const round = (list: readonly unknown[], turn = number) => Math.floor(turn / list.length)
  return {
    number,
    helperRole: qualified(take(lexicon.helpers, 'helper'), round(lexicon.helpers)),
    rivalRole: qualified(take(lexicon.rivals, 'rival'), round(lexicon.rivals)),
    meeting: placeOf(take(lexicon.places, 'place', number * 2), round(lexicon.places, number * 2)),
    search: placeOf(take(lexicon.places, 'place', number * 2 + 1), round(lexicon.places, number * 2 + 1)),
    thing: take(lexicon.things, 'thing'),
    mark: take(lexicon.marks, 'mark'),
    absent: `${take(absentFirst, 'first')} ${take(absentLast, 'last')}`,
    case: take(cases, 'case'),
    price: take(prices, 'price'),
  }
}

const roleRounds = ['', 'former ', 'second ', 'young ', 'travelling ', 'blind ', 'unwilling ']
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
  return { ...idea, features, name: idea.name.replace(/^the /, `the ${shade}`) }
}

/** `a tin box`, `an ident ring`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
