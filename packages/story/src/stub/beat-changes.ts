import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import { capitalize } from './beats/template.ts'
import type { Beat, StoryPosition } from './story-position.ts'

type Changes = Omit<SceneDraft, 'title' | 'prose'>

/** What a beat changes in memory, and its summary. */
export function changesOf(position: StoryPosition, request: WriteRequest, slots: Record<string, string>): Changes {
  return changes[position.beat]({ position, slots: slots as Slots, name: request.pov.name })
}

type Slots = Record<
  'place' | 'search' | 'H' | 'R' | 'Rrole' | 'Hrole' | 'W' | 'thing' | 'aThing' | 'told' | 'proof' | 'truth' | 'ask',
  string
>

interface Scope {
  position: StoryPosition
  slots: Slots
  name: string
}

const changes: Record<Beat, (scope: Scope) => Changes> = {
  discovery: ({ slots: { place, W, aThing, thing, told }, name }) => ({
    summary: [
      `At ${place} ${name} finds ${aThing}, and in it the name of ${W}.`,
      `It is commonly told that ${told}.`,
      `${name} keeps ${thing} and tells nobody.`,
    ],
    loops_raised: [
      { description: `What became of ${W}, and why was ${thing} hidden?`, category: 'mystery', importance: 'high' },
    ],
    pov_emotional_state: 'curious',
    pov_goals: [`find out what became of ${W}`],
  }),
  bargain: ({ position: { loops, helper }, slots: { H, Hrole, place, W, search, ask }, name }) => ({
    summary: [
      `${H}, the ${Hrole} at ${place}, knew ${W} and sends ${name} to ${search}.`,
      `In return ${name} promises to ${ask}.`,
    ],
    loops_raised: [{ description: `${name} has promised ${H} to ${ask}.`, category: 'promise', importance: 'medium' }],
    loops_developed: ids(loops.mystery),
    characters: helper ? [helper.id] : [],
    pov_emotional_state: 'hopeful, and bound by a promise',
  }),
  search: ({ position: { loops, rival }, slots: { place, proof, R, Rrole, told, thing, W }, name }) => ({
    summary: [
      `At ${place} ${name} finds ${proof}.`,
      `It contradicts the story that ${told}.`,
      `${R}, the ${Rrole}, has seen it and wants ${thing}.`,
    ],
    loops_raised: [
      {
        description: `${R} knows that ${name} has ${thing}, and wants the matter of ${W} left alone.`,
        category: 'threat',
        importance: 'high',
      },
    ],
    loops_developed: [...ids(loops.mystery), ...ids(loops.promise)],
    characters: rival ? [rival.id] : [],
    pov_emotional_state: 'frightened',
    pov_goals: [`find out what became of ${W}`, `keep what was found from ${R}`],
  }),
  confrontation: ({ position: { loops, helper, rival }, slots: { H, R, thing, place }, name }) => ({
    summary: [
      `${name} has kept the promise to ${H}.`,
      `At ${place} ${R} demands ${thing}, and ${name} gives it up for the sake of ${H}.`,
      `${R} has not got the proof.`,
    ],
    loops_developed: [...ids(loops.mystery), ...ids(loops.threat)],
    loops_closed: ids(loops.promise).map((id) => ({ id, resolution: `${name} did what ${H} had asked.` })),
    characters: [helper, rival].flatMap((character) => character?.id ?? []),
    pov_emotional_state: 'ashamed, and no longer alone',
  }),
  answer: ({ position: { loops, helper }, slots: { truth, W, R, place }, name }) => ({
    summary: [
      `${capitalize(truth)}.`,
      `${name} says so where others can hear it, at ${place}; ${R} has no more hold over anyone.`,
      `What the novel began with is still unexplained.`,
    ],
    loops_developed: ids(loops.premise),
    loops_closed: [
      ...ids(loops.mystery).map((id) => ({ id, resolution: `${capitalize(truth)}.` })),
      ...ids(loops.threat).map((id) => ({
        id,
        resolution: `Once the truth about ${W} was known, ${R} had nothing left to threaten with.`,
      })),
    ],
    characters: helper ? [helper.id] : [],
    pov_emotional_state: 'relieved, not content',
    pov_goals: ['find out what is behind it'],
  }),
}

function ids(loop: { id: string } | undefined): string[] {
  return loop ? [loop.id] : []
}
