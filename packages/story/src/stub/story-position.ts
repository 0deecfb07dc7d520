import type { Character, Location, OpenLoop, StoryMemory } from '../memory/entities.ts'
import { generationOf, type StoryConfig } from '../project/config.ts'
import type { StoryState } from '../project/state.ts'
import { chooseLexicon } from './choose-lexicon.ts'
import { type Arc, imagineArc } from './imagine-arc.ts'
import type { Lexicon } from './lexicon/lexicon.ts'

/** The five scenes of an arc. */
export const beats = ['discovery', 'bargain', 'search', 'confrontation', 'answer'] as const
export type Beat = (typeof beats)[number]

/** Where the stub's story stands, read from memory alone: what was edited, undone or planned by others counts. */
export interface StoryPosition {
  seed: string
  lexicon: Lexicon
  arc: Arc
  previousArc: Arc | undefined
  beat: Beat
  helper: Character | undefined
  rival: Character | undefined
  meeting: Location | undefined
  search: Location | undefined
  loops: { premise?: OpenLoop; mystery?: OpenLoop; promise?: OpenLoop; threat?: OpenLoop }
}

/** Reads where the story stands. */
export function readPosition(state: StoryState, config: StoryConfig, memory: StoryMemory): StoryPosition {
  const written = Object.keys(memory.scenes).length
  const seed = generationOf(config).seed || state.novel_name
  const lexicon = chooseLexicon([state.genre, state.premise, state.setting].join(' '))
  const number = Math.floor(written / beats.length)
  const arc = imagineArc(lexicon, seed, number)
  const latest = (category: string) =>
    Object.values(memory.open_loops).findLast((loop) => loop.status === 'open' && loop.category === category)
  const loops = {
    premise: latest('premise'),
    mystery: latest('mystery'),
    promise: latest('promise'),
    threat: latest('threat'),
  }
  return {
    seed,
    lexicon,
    arc,
    previousArc: number === 0 ? undefined : imagineArc(lexicon, seed, number - 1),
    beat: beats[written % beats.length]!,
    helper: byRole(memory, arc.helperRole),
    rival: byRole(memory, arc.rivalRole),
    meeting: byName(memory, arc.meeting.name),
    search: byName(memory, arc.search.name),
    loops,
  }
}

function byRole(memory: StoryMemory, role: string): Character | undefined {
  return Object.values(memory.characters).findLast((character) => character.role.toLowerCase() === role)
}

function byName(memory: StoryMemory, name: string): Location | undefined {
  return Object.values(memory.locations).findLast((location) => location.name.toLowerCase() === name.toLowerCase())
}
