import { openLoops } from '../memory/open-loops.ts'
import type { OpenLoop } from '../memory/entities.ts'
import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import scenes from './content/free-scenes.json' with { type: 'json' }
import { recallOf } from './recall.ts'
import { takeTurn } from './seeded.ts'
import { inProse, withStop } from './slots.ts'
import type { StoryPosition } from './story-position.ts'
import { capitalize, fill } from './template.ts'
import { sayOne, touchesOf, voiceOf } from './voice.ts'

/**
 * Writes a plan that the stub did not make: its intention and outcomes are what the scene says, around the place, the
 * people whom it made or named, and the loop that weighs most.
 */
export function writeFreely(position: StoryPosition, request: WriteRequest): SceneDraft {
  const { plan, memory, before, pov, location, state } = request
  const { seed, written } = position
  const voice = voiceOf(state.tone)
  const intention = withStop(plan.scene_intention.trim())
  const named = Object.values(memory.characters).filter(
    ({ id, name }) => id !== pov.id && (!before.characters[id] || mentions(intention, name)),
  )
  const open = openLoops(memory)
  const loop = open.find(({ description }) => sharesWords(description, intention)) ?? open[0]
  const outcomes = (plan.expected_outcomes ?? []).map((outcome) => withStop(capitalize(outcome)))
  const say = (ways: readonly string[], slots: Record<string, string>) =>
    fill(takeTurn(ways, `${seed}/${ways[0]}`, written), slots, () => 0)
  const place = {
    place: location ? inProse(location.name) : 'a place that I shall not name',
    air: location?.atmosphere || 'it was quiet there, and not quite empty',
    sight: location?.features[written % 3] ?? 'a chair that nobody had used',
  }
  const paragraphs = [
    [
      say(scenes.settings, place),
      sayOne(touchesOf(state.genre), `${seed}/touch`, written),
      recallOf(position, memory),
    ].join(' '),
    say(scenes.cores, { intention, mood: sayOne(voice.moods, `${seed}/mood`, written) }),
    ...named.map(({ name, role, description }, index) =>
      say(rotated(scenes.meetings, index), {
        name,
        role: role ? `the ${role}` : 'whom I knew',
        about: description ? `In my notes it says: “${withStop(capitalize(description))}”` : '',
      }),
    ),
    ...(loop ? [say(scenes.undercurrents, { loop: withStop(loop.description) })] : []),
    ...(outcomes.length > 0 ? [say(scenes.turns, { outcomes: outcomes.join(' ') })] : []),
    sayOne(voice.endings, `${seed}/ending`, written),
  ]
  return {
    title: titleOf(intention, { place: place.place, people: named.map(({ name }) => name), seed }, written),
    prose: paragraphs.map((paragraph) => paragraph.replaceAll(/ {2,}/g, ' ').trim()).join('\n\n'),
    summary: [intention, ...outcomes.slice(0, 4)],
    loops_developed: idsOf(loop),
    characters: named.map(({ id }) => id),
  }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
}

function idsOf(loop: OpenLoop | undefined): string[] {
  return loop ? [loop.id] : []
}

function mentions(text: string, name: string): boolean {
  return name.split(' ').some((part) => part.length > 2 && text.toLowerCase().includes(part.toLowerCase()))
}

function sharesWords(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().match(/\p{L}{5,}/gu))
  return (b.toLowerCase().match(/\p{L}{5,}/gu) ?? []).some((word) => words.has(word))
}

/** A short intention is a title as it stands; a long one is not cut, but named after its place and people. */
function titleOf(
  intention: string,
  { place, people, seed }: { place: string; people: string[]; seed: string },
  turn: number,
) {
  const words = intention.replace(/[.!?…]+$/, '').split(/\s+/)
  if (words.length <= 7) return words.join(' ')
  const ways =
    people.length > 0 ? ['{^name} at {place}', 'With {name}', 'What {name} Saw'] : ['At {place}', 'An Hour at {place}']
  return fill(takeTurn(ways, `${seed}/free-title`, turn), { place, name: people[0] ?? '' }, () => 0)
}
