import type { OpenLoop } from '../memory/entities.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { arcKinds, type Beat } from './arc-kind.ts'
import type { StoryPosition } from './story-position.ts'
import { capitalize, fill } from './template.ts'

type Changes = Omit<SceneDraft, 'title' | 'prose'>
type Slots = Readonly<Record<string, string>>

/** The summary of a beat and its changes to memory: loops, characters and feelings. */
export function changesOf(position: StoryPosition, slots: Slots): Changes {
  const { beat, arc, loops } = position
  const texts = arcKinds[arc.kind].texts[beat]
  const write = (text: string) => capitalize(fill(text, slots, () => 0))
  const raised = raisedBy[beat]
  const answersAll = beat === 'answer' && arc.kind === 'beginning'
  return {
    summary: texts.summary.map(write),
    loops_raised: [
      ...(raised && texts.raised !== undefined ? [{ description: write(texts.raised), ...raised }] : []),
      ...(answersAll && loops.premise
        ? [{ description: slots.next!, category: 'premise', importance: 'high' as const }]
        : []),
    ],
    loops_developed: developedBy(position),
    loops_closed: closedBy(position, { slots, resolution: write(texts.resolution ?? '') }),
    characters: present(position),
    pov_emotional_state: texts.feeling,
    ...(texts.goals && { pov_goals: texts.goals.map((goal) => fill(goal, slots, () => 0)) }),
  }
}

const raisedBy: Partial<Record<Beat, { category: string; importance: 'high' | 'medium' }>> = {
  discovery: { category: 'mystery', importance: 'high' },
  bargain: { category: 'promise', importance: 'medium' },
  search: { category: 'threat', importance: 'high' },
}

function developedBy({ beat, arc, loops }: StoryPosition): string[] {
  const own: Record<Beat, (OpenLoop | undefined)[]> = {
    discovery: [],
    bargain: [loops.mystery],
    search: [loops.mystery, loops.promise],
    confrontation: [loops.mystery, loops.threat],
    answer: [],
  }
  // The answer of each arc develops the premise, and so do all scenes of the first arc and of the arc that answers it.
  const isFirst = arc.number === 0 && beat !== 'discovery'
  const premise = isFirst || (arc.kind === 'beginning') !== (beat === 'answer') ? [loops.premise] : []
  return [...own[beat], ...premise].flatMap((loop) => loop?.id ?? [])
}

function closedBy(
  { beat, arc, loops }: StoryPosition,
  { slots, resolution }: { slots: Slots; resolution: string },
): { id: string; resolution: string }[] {
  const close = (loop: OpenLoop | undefined, how: string) => (loop ? [{ id: loop.id, resolution: how }] : [])
  if (beat === 'confrontation') return close(loops.promise, `${slots.P} did what ${slots.H} had asked.`)
  if (beat !== 'answer') return []
  return [
    ...close(loops.mystery, resolution),
    ...close(loops.threat, `Once the truth about ${slots.W} was known, ${slots.R} had nothing left to threaten with.`),
    ...(arc.kind === 'beginning' ? close(loops.premise, `${capitalize(slots.truth!)}.`) : []),
  ]
}

/** The characters in a scene other than the protagonist. */
function present({ beat, arc, absent, helper, rival }: StoryPosition): string[] {
  const cast: Record<Beat, (typeof absent)[]> = {
    discovery: arc.kind === 'homecoming' ? [absent] : [],
    bargain: [helper],
    search: [rival],
    confrontation: [helper, rival],
    answer: arc.kind === 'vanishing' || arc.kind === 'homecoming' ? [helper, rival, absent] : [helper, rival],
  }
  return cast[beat].flatMap((character) => character?.id ?? [])
}
