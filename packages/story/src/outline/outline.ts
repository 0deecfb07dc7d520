import { existsSync } from 'node:fs'
import { listIssues, describeIssues } from '@narratoria/protocol'
import Type from 'typebox'
import { StoryError } from '../errors.ts'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import type { StoryMemory } from '../memory/entities.ts'

const ids = Type.Array(Type.String())

/** A planned scene. */
export const Beat = Type.Object({
  id: Type.String({ pattern: '^B\\d{3,}$' }),
  kind: Type.String({ description: 'A kind of scene of the built-in texts, or free.' }),
  purpose: Type.String({ pattern: '\\S', description: 'What the scene is for, in one sentence.' }),
  people: Type.Array(Type.String(), {
    description: 'Ids of the characters who are present, the protagonist included.',
  }),
  place: Type.Union([Type.String(), Type.Null()], { description: 'The id of a location.' }),
  things: ids,
  turning_point: Type.Optional(Type.Boolean()),
  wish: Type.Optional(Type.String({ description: 'What is to happen in the scene in addition to its purpose.' })),
})
export type Beat = Type.Static<typeof Beat>

/** What the built-in texts need to narrate a part: its secret, and who and what has which role. */
export const Plot = Type.Object({
  focus: Type.String({ description: 'What the part is about, as in running text.' }),
  category: Type.Enum(['thing', 'person', 'place']),
  genre: Type.Optional(Type.String({ description: 'The genre of the premise, for the sentences about places.' })),
  lie: Type.String(),
  secret: Type.String(),
  motive: Type.String(),
  stake: Type.String(),
  clues: Type.Array(Type.String()),
  roles: Type.Record(Type.String(), Type.String(), {
    description: 'Role to the id of a character, location or thing.',
  }),
})
export type Plot = Type.Static<typeof Plot>

/** A part of the novel: acts of beats about one question. */
export const Part = Type.Object({
  title: Type.String(),
  shape: Type.Optional(Type.String({ description: 'The shape of its plot, such as search or debt.' })),
  plot: Type.Optional(Plot),
  acts: Type.Array(
    Type.Object({
      title: Type.String(),
      want: Type.Optional(Type.String({ description: 'What the protagonist wants in this act.' })),
      beats: Type.Array(Beat),
    }),
  ),
})
export type Part = Type.Static<typeof Part>

/** The schema of `outline.json`: what is narrated, in which order. Edit it before the scenes are written. */
export const Outline = Type.Object({
  format_version: Type.Literal(1),
  by: Type.Optional(Type.String({ description: 'The model that planned it. Absent for the built-in texts.' })),
  want: Type.String(),
  obstacle: Type.String(),
  parts: Type.Array(Part),
})
export type Outline = Type.Static<typeof Outline>

/** Reads the outline of a project; `undefined` for a project without one. @throws {StoryError} `invalid_project` */
export function readOutline(folder: string): Outline | undefined {
  const path = inProject(folder, layout.outline)
  return existsSync(path) ? readJson(path, Outline) : undefined
}

/** The beats in the order of narrating. */
export function beatsOf(outline: Outline): Beat[] {
  return outline.parts.flatMap(({ acts }) => acts.flatMap(({ beats }) => beats))
}

export function partOf(outline: Outline, beat: string): Part | undefined {
  return outline.parts.find(({ acts }) => acts.some(({ beats }) => beats.some(({ id }) => id === beat)))
}

/** The first beat that no scene narrates. */
export function nextBeat(outline: Outline, memory: StoryMemory): Beat | undefined {
  const narrated = new Set(Object.values(memory.scenes).map(({ beat }) => beat))
  return beatsOf(outline).find(({ id }) => !narrated.has(id))
}

export function withoutBeat(outline: Outline, beat: string | undefined): Outline {
  const next = structuredClone(outline)
  for (const act of next.parts.flatMap(({ acts }) => acts)) act.beats = act.beats.filter(({ id }) => id !== beat)
  return next
}

/** The outline with a beat behind another one, or at its beginning. */
export function withBeatMoved(outline: Outline, beat: string | undefined, behind: string | undefined): Outline {
  const moved = beatsOf(outline).find(({ id }) => id === beat)
  if (!moved) return outline
  const next = withoutBeat(outline, beat)
  const acts = next.parts.flatMap(({ acts: each }) => each)
  const act = acts.find(({ beats }) => beats.some(({ id }) => id === behind)) ?? acts[0]!
  act.beats.splice(act.beats.findIndex(({ id }) => id === behind) + 1, 0, moved)
  return next
}

/** Lists what of an outline does not exist or occurs twice. */
export function outlineIssues(outline: unknown, memory: StoryMemory): string[] {
  const shape = listIssues(Outline, outline)
  if (shape.length > 0) return [describeIssues(shape)]
  const beats = beatsOf(outline as Outline)
  return beats.flatMap(({ id, people, place, things }, index) => [
    ...(beats.findIndex((other) => other.id === id) < index ? [`${id} occurs twice`] : []),
    ...people.filter((person) => !memory.characters[person]).map((person) => `${id}: "${person}" is not a character`),
    ...things.filter((thing) => !memory.things[thing]).map((thing) => `${id}: "${thing}" is not a thing`),
    ...(place === null || memory.locations[place] ? [] : [`${id}: "${place}" is not a location`]),
  ])
}

/**
 * Lists the beats that no scene narrates although a later one is narrated: a scene is written behind the last one, so that it would come
 * too late.
 */
function lateBeats(beats: readonly Beat[], memory: StoryMemory): string[] {
  const sceneOf = new Map(
    Object.values(memory.scenes).flatMap(({ id, beat }) => (beat === undefined ? [] : [[beat, id]])),
  )
  const last = beats.findLastIndex(({ id }) => sceneOf.has(id))
  return beats.slice(0, Math.max(0, last)).flatMap(({ id, purpose }, index) => {
    if (sceneOf.has(id)) return []
    const before = beats.slice(0, index).findLast((beat) => sceneOf.has(beat.id))
    const scene = before && sceneOf.get(before.id)
    const insert = scene === undefined ? '' : `, or remove it and run: narratoria story insert ${scene} "${purpose}"`
    return [`${id} comes before ${beats[last]!.id}, which is already written; move it behind that beat${insert}`]
  })
}

/** Refuses an outline that names what does not exist, or adds a beat before written scenes. @throws {StoryError} `invalid_project` */
export function assertOutline(outline: Outline, memory: StoryMemory): void {
  const issues = [...outlineIssues(outline, memory), ...lateBeats(beatsOf(outline), memory)]
  if (issues.length === 0) return
  throw new StoryError('invalid_project', `${layout.outline}: ${issues.join('; ')}`, { issues })
}
