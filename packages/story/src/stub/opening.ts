import type { WriteRequest } from '../writer/scene-writer.ts'
import phrases from './content/phrases.json' with { type: 'json' }
import { fill } from './template.ts'
import { arcsInBook } from './imagine-arc.ts'
import { takeTurn } from './seeded.ts'
import { withStop } from './slots.ts'
import { castOf, type StoryPosition } from './story-position.ts'

type Slots = Readonly<Record<string, string>>

/** The paragraph before a discovery: the opening of the novel, or the transition from the last arc. */
export function openingOf({ arc, lexicon, seed }: StoryPosition, request: WriteRequest, slots: Slots): string[] {
  const { state, memory } = request
  const first = () => 0
  if (arc.number === 0) {
    const town = state.setting.includes(',') ? state.setting.trim() : slots.home!
    return [
      fill(takeTurn(phrases.firstOpenings, `${seed}/first`, 0), { ...slots, town: withStop(town).slice(0, -1) }, first),
    ]
  }
  // The last arc of a book has no transition.
  if (arc.kind === 'beginning') return []
  const previous = castOf(lexicon, seed, { number: arc.number - 1, memory, canAnswer: true })
  if (!previous.absent) return []
  const old = { old: previous.absent.name, oldThing: previous.arc.thing }
  return [fill(takeTurn(phrases.laterOpenings, `${seed}/opening`, arc.number), { ...slots, ...old }, first)]
}

/** The last paragraph of an arc: an open question, or the next premise. */
export function largerQuestion({ loops, arc, seed }: StoryPosition, slots: Slots): string[] {
  if (!loops.premise) return []
  if (arc.kind === 'beginning')
    return [fill(takeTurn(phrases.newBeginningWays, `${seed}/ways`, arc.book), slots, () => 0)]
  // The last arc of each book has no open question.
  const turn = arc.number - Math.floor(arc.number / arcsInBook)
  return [fill(takeTurn(phrases.largerQuestions, `${seed}/larger`, turn), slots, () => 0)]
}
