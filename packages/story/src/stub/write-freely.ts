import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import { openLoops } from '../context/build-context.ts'
import { capitalize } from './beats/template.ts'
import { takeTurn } from './seeded.ts'
import type { StoryPosition } from './story-position.ts'

/**
 * Writes a plan that the stub did not make: its intention and outcomes are what the scene says, around the place, the
 * people whom it made or named, and the loop that weighs most.
 */
export function writeFreely(position: StoryPosition, request: WriteRequest): SceneDraft {
  const { plan, memory, before, pov, location, tick } = request
  const intention = withStop(plan.scene_intention.trim())
  const named = Object.values(memory.characters).filter(
    ({ id, name }) => id !== pov.id && (!before.characters[id] || mentions(intention, name)),
  )
  const loop = openLoops(memory).find(({ description }) => sharesWords(description, intention)) ?? openLoops(memory)[0]
  const weather = takeTurn(position.lexicon.weather, `${position.seed}/weather`, Object.keys(memory.scenes).length)
  const place = location?.name.replace(/^The /, 'the ') ?? 'a place that I shall not name'
  const outcomes = plan.expected_outcomes ?? []
  const paragraphs = [
    `${weather} ${capitalize(place)} was as I remembered it: ${location?.atmosphere || 'quiet, and not quite empty'}. ${sights(location?.features)}`,
    `This is what it came to, that ${takeTurn(['morning', 'afternoon', 'evening', 'night'], position.seed, tick)}, in one sentence: ${intention} But a sentence is not a scene, and it did not feel like one sentence at the time.`,
    ...named.map(
      ({ name, role, description }) =>
        `${name} was there, ${role ? `the ${role}` : 'whom I knew'}. ${description ? `${withStop(description)} ` : ''}We did not greet each other at once. “So it is today,” said ${name}. I said that it was.`,
    ),
    ...(loop
      ? [
          `All the while I had something else in mind, as one has a stone in a shoe: ${withStop(loop.description)} Nothing that was said was about that, and there was nothing that was not.`,
        ]
      : []),
    ...(outcomes.length > 0
      ? [
          `When it was over, some things had changed. ${outcomes.map((outcome) => withStop(capitalize(outcome))).join(' ')}`,
        ]
      : []),
    `I, ${pov.name}, went home by ${takeTurn(['the long way', 'the back stairs', 'the water', 'the lit side of the way'], position.seed, tick)}. I had what I came for; I had not yet found out what it would cost.`,
  ]
  return {
    title: titleOf(intention),
    prose: paragraphs.map((paragraph) => paragraph.trim()).join('\n\n'),
    summary: [intention, ...outcomes.slice(0, 4).map((outcome) => withStop(capitalize(outcome)))],
    loops_developed: loop ? [loop.id] : [],
    characters: named.map(({ id }) => id),
  }
}

function mentions(text: string, name: string): boolean {
  return name.split(' ').some((part) => part.length > 2 && text.toLowerCase().includes(part.toLowerCase()))
}

function sharesWords(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().match(/\p{L}{5,}/gu))
  return (b.toLowerCase().match(/\p{L}{5,}/gu) ?? []).some((word) => words.has(word))
}

function sights(features: readonly string[] | undefined): string {
  const third = features?.[2]
  return third === undefined ? '' : `I noticed ${third}, as one notices things when one is waiting.`
}

function titleOf(intention: string): string {
  const words = intention.replace(/[.!?…]+$/, '').split(/\s+/)
  return words.length <= 7
    ? words.join(' ')
    : `${words
        .slice(0, 6)
        .join(' ')
        .replace(/[,;:]$/, '')} …`
}

function withStop(text: string): string {
  return /[.!?…”]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}
