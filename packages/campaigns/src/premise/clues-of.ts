import type { Person, World } from '@narratoria/world'
import { isSaid } from './conditions.ts'
import { isOf } from './first-person.ts'
import type { Knowledge } from './known.ts'
import { nearestOf } from './nearest.ts'
import type { Named, Premise } from './premise.ts'
import { recalled } from './recalled-of.ts'
import { type Statement, statementsOf } from './statements.ts'

/** A person of a world who can be asked. */
export interface Teller {
  id: string
  person: Person
  /** As the premise names them. */
  named?: Named
}

/** A sentence of the premise that says something about what is to be found out, done or decided. */
export interface Clue {
  /** The person who says it, or the thing that one sees it from. */
  from: string
  isThing: boolean
  /** In the words of the speaker; without, they deny that it was them. */
  said?: string
  /** About everybody in the third person, but the player. */
  fact: string
}

/** Points of a statement for the one who says it. */
const points = { own: 3, about: 2, named: 1, shared: 0.5, ofPlayer: -1.5 }

/** Those whom the player can ask. */
export function tellersIn({ people }: Pick<World, 'people'>, premise: Premise): Teller[] {
  return Object.entries(people)
    .filter(([, { topics, at }]) => topics !== undefined && at !== 'nowhere')
    .map(([id, person]) => {
      const named = premise.people.find((each) => each.name === person.name || nearestOf(each) === person.name)
      return { id, person, ...(named && { named }) }
    })
}

/** What each of the tellers and things says: no sentence twice, and nothing that only repeats what is asked. */
export function cluesIn(
  { things, tellers }: { things: World['things']; tellers: readonly Teller[] },
  { known, premise }: { known: Knowledge; premise: Premise },
): Clue[] {
  const asked = new Set(wordsIn(premise.need.values['task'] ?? ''))
  // The player knows what the player does, but that may be what there is to decide about.
  const isDecision = premise.need.values['open'] === 'yes'
  const free = known.clauses.filter(({ text }) => !isOfTask(text, premise))
  const rated = tellers
    .flatMap((teller) =>
      statementsOf(teller.named, { ...known, clauses: free })
        .filter((statement) => isOpen(statement, teller) && (isDecision || !/^you\b/i.test(statement.clause.text)))
        .map((statement) => ({ teller, statement, rate: rateOf(statement, { teller, asked }) })),
    )
    .toSorted((one, other) => other.rate - one.rate)
  const taken: (typeof rated)[number][] = []
  for (const each of rated)
    if (!taken.some(({ teller, statement }) => teller === each.teller || statement.clause === each.statement.clause))
      taken.push(each)
  // Who is not of the premise speaks only where the premise has no speaker.
  const ofPremise = taken.filter(({ teller }) => teller.named !== undefined)
  const spoken = (ofPremise.length > 0 ? ofPremise : taken).flatMap(({ teller, statement }): Clue[] => {
    const fact = recalled(statement.clause, known)
    return fact === undefined ? [] : [{ from: teller.id, isThing: false, said: statement.said, fact }]
  })
  const seen = premise.things.flatMap((named): Clue[] => {
    const id = Object.keys(things).find((each) => things[each]!.name === named.name)
    const clause = known.all.find(
      ({ about, isSelf, text }) => !isSelf && about.includes(named) && !isOfTask(text, premise),
    )
    const fact = clause && recalled(clause, known)
    return id === undefined || fact === undefined ? [] : [{ from: id, isThing: true, said: fact, fact }]
  })
  return [...spoken, ...seen].filter(({ fact }, index, all) => all.findIndex((each) => each.fact === fact) === index)
}

// A secret is not given away to a player who asks, and a suspect denies.
function isOpen({ secret, clause, isAbout }: Statement, { named }: Teller): boolean {
  if (secret !== undefined) return false
  return !isAbout || named === undefined || !isSaid(isOf(clause, named) ? 'looking' : 'accused', clause.text)
}

function rateOf(
  { isOwn, isAbout, clause }: Statement,
  { teller, asked }: { teller: Teller; asked: ReadonlySet<string> },
) {
  const shared = wordsIn(clause.text).filter((word) => asked.has(word)).length
  const own = isOwn ? points.own : isAbout ? points.about : 0
  const ofPlayer = /^you\b/i.test(clause.text) ? points.ofPlayer : 0
  return own + ofPlayer + (teller.named === undefined ? 0 : points.named) + Math.min(2, shared) * points.shared
}

/** Whether a text says no more than what is to be done or found out: "someone has painted the ferry black". */
export function isOfTask(text: string, { need }: Pick<Premise, 'need'>): boolean {
  const asked = new Set(wordsIn(need.values['task'] ?? ''))
  const words = wordsIn(text)
  return words.length > 0 && words.filter((word) => asked.has(word)).length >= words.length * 0.75
}

function wordsIn(text: string): string[] {
  const words: string[] = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return words.filter((word) => !isSaid('smallWord', word) && !isSaid('anybody', word))
}
