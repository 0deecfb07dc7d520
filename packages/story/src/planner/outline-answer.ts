import { type JsonObject, isJsonObject } from '@narratoria/protocol'
import type { StoryMemory } from '../memory/entities.ts'
import { numberOf } from '../memory/ids.ts'
import { type Beat, beatsOf, type Outline, outlineIssues, type Part } from '../outline/outline.ts'
import type { StoryState } from '../project/state.ts'
import { clip } from '../context/tokens.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/** The JSON Schema of a part of an outline, with the people, places and things that there are. */
export function outlineAnswerSchema(memory: StoryMemory): JsonObject {
  const list = (ids: string[], maxItems: number) => ({
    type: 'array',
    items: ids.length > 0 ? { enum: ids } : { const: '' },
    maxItems: ids.length > 0 ? maxItems : 0,
  })
  const beat = {
    type: 'object',
    required: ['purpose', 'people', 'place', 'things', 'turning_point'],
    properties: {
      purpose: text(240),
      people: list(Object.keys(memory.characters).slice(-30), 4),
      place: { enum: [...Object.keys(memory.locations).slice(-30), null] },
      things: list(Object.keys(memory.things).slice(-40), 4),
      turning_point: { type: 'boolean' },
    },
  }
  const act = {
    type: 'object',
    required: ['title', 'beats'],
    properties: { title: text(80), beats: { type: 'array', items: beat, minItems: 1, maxItems: 12 } },
  }
  return {
    type: 'object',
    required: ['title', 'want', 'obstacle', 'acts'],
    properties: {
      title: text(80),
      want: text(200),
      obstacle: text(200),
      acts: { type: 'array', items: act, minItems: 3, maxItems: 5 },
    },
  } as unknown as JsonObject
}

export function fillOutlinePrompt(
  { state, memory, outline }: { state: StoryState; memory: StoryMemory; outline: Outline },
  part: Part,
): string {
  const named = (entities: Record<string, { id: string; name: string; role?: string; description: string }>) =>
    Object.values(entities)
      .map(({ id, name, role, description }) => `- ${id}: ${name}${role ? `, ${role}` : ''}. ${clip(description, 30)}`)
      .join('\n')
  const count = part.acts.reduce((sum, { beats }) => sum + beats.length, 0)
  const earlier = Object.values(memory.scenes)
    .slice(-15)
    .map(({ summary }) => `- ${clip(summary[0] ?? '', 40)}`)
  return `You outline ${outline.parts.length > 1 ? 'the next part of ' : ''}the novel "${state.novel_name}".
Genre: ${state.genre}. Tone: ${state.tone}.
Premise: ${state.premise}
${part.plot ? `A secret that fits the premise, which you may replace: ${part.plot.secret}.` : ''}

People:
${named(memory.characters)}
Places:
${named(memory.locations)}
Things:
${named(memory.things)}
${earlier.length > 0 ? `\nWhat has happened so far:\n${earlier.join('\n')}` : ''}

Plan about ${count} scenes in three to five acts. Each scene serves the premise and follows from the one before; the last scene of each act is its turning point. Use only the ids above; ${state.active_character} is in every scene. Respond with one JSON object and nothing else:
{ "title": "Title of the part", "want": "What the protagonist wants", "obstacle": "What stands in the way", "acts": [{ "title": "Title", "beats": [{ "purpose": "What happens, in one sentence", "people": ["C0"], "place": "L0 or null", "things": ["T0"], "turning_point": false }] }] }`
}

/** The outline with its last part as the model answered it. */
export function withAnswer(outline: Outline, answer: JsonObject, { hero, by }: { hero: string; by: string }): Outline {
  const last = outline.parts.at(-1)
  const before = outline.parts.slice(0, -1)
  let number = beatsOf({ ...outline, parts: before }).reduce((most, { id }) => Math.max(most, numberOf(id)), 0)
  const acts = Array.isArray(answer.acts) ? answer.acts.filter(isJsonObject) : []
  const part: Part = {
    title: textIn(answer.title),
    ...(last?.plot && { plot: last.plot }),
    acts: acts.map((act) => ({
      title: textIn(act.title),
      beats: (Array.isArray(act.beats) ? act.beats.filter(isJsonObject) : []).map((beat): Beat => {
        number += 1
        return {
          id: `B${String(number).padStart(3, '0')}`,
          kind: 'free',
          purpose: textIn(beat.purpose),
          people: [...new Set([hero, ...asTexts(beat.people)])],
          place: typeof beat.place === 'string' ? beat.place : null,
          things: asTexts(beat.things),
          ...(beat.turning_point === true && { turning_point: true }),
        }
      }),
    })),
  }
  return {
    ...outline,
    by,
    want: textIn(answer.want) || outline.want,
    obstacle: textIn(answer.obstacle) || outline.obstacle,
    parts: [...before, part],
  }
}

/** Lists what is wrong with an answer: what does not exist, and acts that turn on nothing. */
export function checkOutlineAnswer(
  answer: JsonObject,
  { outline, memory, hero }: { outline: Outline; memory: StoryMemory; hero: string },
): string[] {
  if (!Array.isArray(answer.acts) || answer.acts.length < 3) return ['/acts must be a list of at least three acts']
  const made = withAnswer(outline, answer, { hero, by: '' })
  const issues = outlineIssues(made, memory)
  const still = made.parts
    .at(-1)!
    .acts.flatMap(({ title, beats }) =>
      beats.length === 0
        ? [`the act "${title}" has no scenes`]
        : beats.some(({ turning_point: turns }) => turns)
          ? []
          : [`the act "${title}" has no turning point`],
    )
  return [...issues, ...still]
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
