import type { Character, Location, OpenLoop, StoryMemory } from '../memory/entities.ts'
import { numberOf } from '../memory/ids.ts'
import { generationOf, type StoryConfig } from '../project/config.ts'
import type { StoryState } from '../project/state.ts'
import type { Beat } from './arc-kind.ts'
import { type Arc, arcsInBook, imagineArc } from './imagine-arc.ts'
import { chooseLexicon, type Lexicon } from './lexicon.ts'

/** The position in the stub's story. It is computed from memory, so it takes edits, undo and other plans into account. */
export interface StoryPosition {
  seed: string
  lexicon: Lexicon
  /** Scenes written so far. */
  written: number
  arc: Arc
  beat: Beat
  /** The person whom the arc is about. */
  absent: Character | undefined
  helper: Character | undefined
  rival: Character | undefined
  meeting: Location | undefined
  /** The usual location of a character from an earlier arc. */
  haunt: Location | undefined
  search: Location | undefined
  /** The open loops of the arc. */
  loops: { premise?: OpenLoop; mystery?: OpenLoop; promise?: OpenLoop; threat?: OpenLoop }
}

/** Computes the position: the closed mysteries count the arcs, and the open loops determine the beat. */
export function readPosition(state: StoryState, config: StoryConfig, memory: StoryMemory): StoryPosition {
  const seed = generationOf(config).seed || state.novel_name
  const lexicon = lexiconOf(state, memory)
  const all = Object.values(memory.open_loops)
  const number = all.filter(({ category, status }) => category === 'mystery' && status === 'closed').length
  const premise = all.find(({ category, status }) => category === 'premise' && status === 'open')
  const cast = castOf(lexicon, seed, { number, memory, canAnswer: premise !== undefined })
  const { arc, absent, helper, rival, friendOf } = cast
  const friend = arc.kind === 'beginning' ? helper : absent
  const haunt =
    placeNamed(imagineArc(lexicon, seed, friendOf ?? number).meeting.name, memory) ?? placeOf(friend, memory)
  const mystery = all.findLast(
    ({ category, status, description }) =>
      category === 'mystery' && status === 'open' && absent !== undefined && description.includes(absent.name),
  )
  const since = (category: string) =>
    mystery && all.findLast((loop) => loop.category === category && numberOf(loop.id) > numberOf(mystery.id))
  const promise = since('promise')
  const threat = since('threat')
  return {
    seed,
    lexicon,
    written: Object.keys(memory.scenes).length,
    arc,
    absent,
    helper,
    rival,
    beat: beatOf({ mystery, promise: helper && promise, threat: rival && threat }),
    meeting: arc.kind === 'beginning' ? haunt : placeNamed(arc.meeting.name, memory),
    haunt,
    search: placeNamed(arc.search.name, memory),
    loops: { ...ifOpen({ mystery, promise, threat }), ...(premise && { premise }) },
  }
}

/** The lexicon of the novel, without the protagonist's role, so that each role belongs to one person. */
function lexiconOf({ genre, premise, setting, active_character }: StoryState, memory: StoryMemory): Lexicon {
  const lexicon = chooseLexicon([genre, premise, setting].join(' '))
  const own = memory.characters[active_character]?.role.toLowerCase()
  const others = (roles: readonly string[]) => roles.filter((role) => role !== own)
  return { ...lexicon, helpers: others(lexicon.helpers), rivals: others(lexicon.rivals) }
}

function beatOf({ mystery, promise, threat }: Partial<Record<'mystery' | 'promise' | 'threat', OpenLoop>>): Beat {
  if (!mystery) return 'discovery'
  if (!promise) return 'bargain'
  if (!threat) return 'search'
  return promise.status === 'open' ? 'confrontation' : 'answer'
}

function ifOpen<Key extends string>(loops: Record<Key, OpenLoop | undefined>): Partial<Record<Key, OpenLoop>> {
  return Object.fromEntries(
    Object.entries<OpenLoop | undefined>(loops).filter(([, loop]) => loop?.status === 'open'),
  ) as Partial<Record<Key, OpenLoop>>
}

export interface Cast extends Pick<StoryPosition, 'arc' | 'absent' | 'helper' | 'rival'> {
  /** The arc in which the friend from an earlier arc was the helper. */
  friendOf?: number
}

/** The characters of an arc: most are created for it, some return from earlier arcs. */
export function castOf(
  lexicon: Lexicon,
  seed: string,
  { number, memory, canAnswer }: { number: number; memory: StoryMemory; canAnswer: boolean },
): Cast {
  const due = imagineArc(lexicon, seed, number)
  const rival = withRole(due.rivalRole, memory)
  const helperOf = (other: number) => withRole(imagineArc(lexicon, seed, other).helperRole, memory)
  if (due.kind === 'vanishing') {
    const friendOf = due.book * arcsInBook
    const friend = helperOf(friendOf)
    if (friend) return { arc: due, absent: friend, helper: withRole(due.helperRole, memory), rival, friendOf }
  } else if (due.kind === 'beginning') {
    const friendOf = number - 1
    const friend = canAnswer ? helperOf(friendOf) : undefined
    if (friend) return { arc: due, absent: withRole(due.absentRole, memory), helper: friend, rival, friendOf }
  }
  // If characters are missing or there is no premise to answer, the arc is another silence.
  const arc = due.kind === 'homecoming' ? due : imagineArc(lexicon, seed, number, 'silence')
  return { arc, absent: withRole(arc.absentRole, memory), helper: withRole(arc.helperRole, memory), rival }
}

/** The latest character with a role. */
export function withRole(role: string, memory: StoryMemory): Character | undefined {
  return Object.values(memory.characters).findLast((character) => character.role.toLowerCase() === role)
}

/** The latest location with a name, ignoring case. */
export function placeNamed(name: string, memory: StoryMemory): Location | undefined {
  return Object.values(memory.locations).findLast((location) => location.name.toLowerCase() === name.toLowerCase())
}

/** The current location of a character. */
export function placeOf(character: Character | undefined, memory: StoryMemory): Location | undefined {
  const id = character?.current_state.location
  return id === undefined ? undefined : memory.locations[id]
}
