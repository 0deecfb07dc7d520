import { fillSentence } from '@narratoria/content'
import { premiseContent, type Way } from '@narratoria/content/premises'
import { isPlayable } from '../cast-player.ts'
import { shuffled } from '../chooser.ts'
import { isSaid } from '../conditions.ts'
import { mentionsIn } from '../mentions.ts'
import { namedIn } from '../named-in.ts'
import type { Named, Premise } from '../premise.ts'
import { questionOfGoal } from '../wish.ts'
import type { OwnAim } from './own-aim.ts'

/** At most so many people may be the answer to who it is. */
const mostSuspects = 3

/** A way to try a task, or an answer to a question, in the words of the story. */
export type OpenWay = Omit<Way, 'key' | 'tries' | 'fails'> & {
  /** Part of ids: `way_0`. */
  id: string
  isRight: boolean
  /** How it is tried or said, and how it fails. */
  tries: string | undefined
  fails: string | undefined
}

/** What the player can try or answer; one of it is right. Empty if the player only wants to see what happens. */
export function waysFor({ kind, goal }: OwnAim, premise: Premise, random: () => number): OpenWay[] {
  if (kind === 'open') return []
  const ways = kind === 'task' ? premiseContent.ways['task']! : answersTo(goal, premise)
  const right = Math.floor(random() * ways.length)
  return ways.map(({ key: _, tries = [], fails = [], ...way }, index) => ({
    ...way,
    id: `way_${index}`,
    isRight: index === right,
    tries: shuffled(tries, random)[0],
    fails: shuffled(fails, random)[0],
  }))
}

type Side = 'for' | 'against'

/** What speaks for the right way and against the others: what the player thinks, and what a person says. */
export class Clues {
  readonly #thoughts: Record<Side, string[]>
  readonly #said: string[]

  constructor(ways: readonly OpenWay[], random: () => number) {
    const right = ways.filter(({ isRight }) => isRight)
    const wrong = shuffled(
      ways.filter(({ isRight }) => !isRight),
      random,
    )
    // Of the ways to try a task, one is neither good nor bad.
    const bad = wrong.filter(({ end }, index) => end !== undefined || index === 0)
    this.#thoughts = {
      for: inTurn(right.map((each) => shuffled(each.for, random))),
      against: inTurn(bad.map((each) => shuffled(each.against, random))),
    }
    this.#said = shuffled(
      inTurn([...right.map((each) => each.saidFor), ...bad.map((each) => each.saidAgainst)]),
      random,
    )
  }

  /** What the player thinks, each once: what speaks for the right way or against another; else what is left of the other. */
  thought(wanted: Side): { text: string; side: Side } | undefined {
    const side = this.#thoughts[wanted].length > 0 ? wanted : wanted === 'for' ? 'against' : 'for'
    const text = this.#thoughts[side].shift()
    return text === undefined ? undefined : { text, side }
  }

  /** What a person says, each once. */
  said(): string | undefined {
    return this.#said.shift()
  }
}

// The first of each list, then the second of each.
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const most = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

function answersTo(goal: string, premise: Premise): readonly Way[] {
  const { ways } = premiseContent
  const { question } = questionOfGoal(goal)
  const [word = ''] = /^\p{L}+/u.exec(question.toLowerCase()) ?? []
  const all = [...premise.people, ...premise.absent]
  const isAbout = mentionsIn(question, all)
  if (/^whom?$/.test(word)) {
    const suspects = all.filter(
      (each) => each.isPlural !== true && each.isDead !== true && !isAbout.some(({ named }) => named === each),
    )
    return suspects.length < 2
      ? ways['who']!
      : suspects.slice(0, mostSuspects).map((each) => about(ways['person']![0]!, each))
  }
  if (word === 'where') return ways['where']!
  if (isYesOrNo(word)) return ways['yesno']!
  if (word === 'whether') return ways['whether']!
  const isOfAll = goal === String(premiseContent.phrases['answer.behind'])
  const [one] = isOfAll ? all.filter((each) => isPlayable(each)) : isAbout.map(({ named }) => named)
  if (one && (isOfAll || (word === 'why' && !isSaid('stated.noDeed', question))))
    return ways['motive']!.map((each) => about(each, one))
  return ways['cause']!
}

function isYesOrNo(word: string): boolean {
  return /^(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|must)$/.test(word)
}

/** A way with the name of whom it is about. */
function about(way: Way, { name, isPlural, pronoun = 'it' }: Named): Way {
  const pronounOf = () => (isPlural ? 'things' : pronoun === 'they' ? 'it' : pronoun)
  const named = (text: string) => fillSentence(namedIn(text, { values: { reading: name }, pronounOf }), {})
  const all = (texts: readonly string[]) => texts.map((each) => named(each))
  return {
    ...way,
    choice: named(way.choice),
    ...(way.end !== undefined && { end: named(way.end) }),
    verbs: all(way.verbs),
    for: all(way.for),
    against: all(way.against),
    saidFor: all(way.saidFor),
    saidAgainst: all(way.saidAgainst),
  }
}
