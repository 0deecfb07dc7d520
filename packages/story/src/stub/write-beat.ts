import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import { arcKinds, beats } from './arc-kind.ts'
import { changesOf } from './beat-changes.ts'
import { firstQuestion } from './first-question.ts'
import { largerQuestion, openingOf } from './opening.ts'
import { recallOf } from './recall.ts'
import { takeTurn } from './seeded.ts'
import { slotsOf } from './slots.ts'
import type { StoryPosition } from './story-position.ts'
import { capitalize, fill, swap } from './template.ts'
import { sayOne, touchesOf, voiceOf } from './voice.ts'

/** Writes the scene of the stub's own plan. Returns undefined if a required character is missing. */
export function writeBeat(position: StoryPosition, request: WriteRequest): SceneDraft | undefined {
  if (!hasCast(position)) return undefined
  const { seed, arc, beat, lexicon } = position
  const bare = slotsOf(position, request)
  const slots: Record<string, string> = { ...bare, mood: moodOf(position, request) }
  const templates = arcKinds[arc.kind].templates[beat]
  const round = Math.floor(arc.book / templates.length)
  const template = takeTurn(templates, `${seed}/${wishOf(request)}/${arc.kind}/${beat}`, arc.book)
  let uses = 0
  const choose = (count: number) => takeTurn([...Array(count).keys()], `${seed}/${beat}/${uses++}`, round)
  const write = (text: string) => fill(swap(text, lexicon.swaps), slots, choose)
  const [first = '', ...rest] = template.paragraphs
  const paragraphs = [
    ...(beat === 'discovery' ? openingOf(position, request, slots) : []),
    // The mood belongs to the first paragraph unless the template places it.
    write(first.includes('{mood}') || rest.some((text) => text.includes('{mood}')) ? first : `${first} {mood}`),
    ...rest.map(write),
    ...firstQuestion(position, request, slots),
    ...endingOf(position, request),
    ...(beat === 'answer' ? largerQuestion(position, slots) : []),
  ]
  return {
    title: capitalize(write(takeTurn(template.title, `${seed}/${beat}/title`, round))),
    prose: shortenNames(paragraphs.join('\n\n'), [slots.H!, slots.R!, slots.W!], request),
    ...changesOf(position, bare),
  }
}

/** Distinguishes novels with the same seed. */
function wishOf({ state: { novel_name, genre, premise } }: WriteRequest): string {
  return [novel_name, genre, premise].join('/')
}

function hasCast({ beat, absent, helper, rival }: StoryPosition): boolean {
  if (!absent) return false
  if (beat === 'discovery') return true
  return helper !== undefined && (beat === 'bargain' || rival !== undefined)
}

/** A sentence of the tone, with one of the genre or a memory of an earlier arc. */
function moodOf(position: StoryPosition, { state, memory }: WriteRequest): string {
  const { seed, written, beat, arc } = position
  const mood = sayOne(voiceOf(state.tone).moods, `${seed}/mood`, written)
  // Three scenes of an arc have a sentence of the genre, the other two a memory.
  const turn = arc.number * 3 + beats.indexOf(beat) / 2
  const touch = Number.isInteger(turn) ? sayOne(touchesOf(state.genre), `${seed}/touch`, turn) : ''
  const more = touch || (beat === 'discovery' ? '' : recallOf(position, memory))
  return `${more} ${mood}`.trim()
}

/** The last sentence of a scene in its tone. */
function endingOf({ beat, seed, written, arc }: StoryPosition, { state }: WriteRequest): string[] {
  const { endings, aftermaths } = voiceOf(state.tone)
  if (beat === 'bargain' || beat === 'confrontation')
    return [sayOne(endings, `${seed}/ending`, Math.floor(written / 2))]
  return beat === 'answer' && arc.kind !== 'beginning'
    ? [sayOne(aftermaths, `${seed}/aftermath`, arc.number - arc.book)]
    : []
}

/** Shortens repeated full names to the first name, unless another character has the same one. */
function shortenNames(prose: string, names: readonly string[], { memory }: WriteRequest): string {
  const allNames = [...names, ...Object.values(memory.characters).map(({ name }) => name)]
  let text = prose
  for (const name of names) {
    const first = name.split(' ')[0]!
    const owners = new Set(allNames.filter((other) => other.split(' ').includes(first)))
    const start = text.indexOf(name) + name.length
    if (name === '' || first === name || owners.size > 1 || !text.includes(name)) continue
    text = text.slice(0, start) + text.slice(start).replaceAll(name, first)
  }
  return text
}
