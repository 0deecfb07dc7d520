import { openLoops } from '../memory/open-loops.ts'
import type { OpenLoop } from '../memory/entities.ts'
import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import { capitalize, fill } from './beats/template.ts'
import { recallOf } from './recall.ts'
import { takeTurn } from './seeded.ts'
import { inProse, withStop } from './slots.ts'
import type { StoryPosition } from './story-position.ts'
import { touchesOf } from './voice/genres.ts'
import { sayOne } from './voice/say.ts'
import { voiceOf } from './voice/tones.ts'

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
    [say(settings, place), sayOne(touchesOf(state.genre), `${seed}/touch`, written), recallOf(position, memory)].join(
      ' ',
    ),
    say(cores, { intention, mood: sayOne(voice.moods, `${seed}/mood`, written) }),
    ...named.map(({ name, role, description }, index) =>
      say(rotated(meetings, index), {
        name,
        role: role ? `the ${role}` : 'whom I knew',
        about: description ? `In my notes it says: “${withStop(capitalize(description))}”` : '',
      }),
    ),
    ...(loop ? [say(undercurrents, { loop: withStop(loop.description) })] : []),
    ...(outcomes.length > 0 ? [say(turns, { outcomes: outcomes.join(' ') })] : []),
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

const settings = [
  '{^place} was as I remembered it: {air}. I noticed {sight}, as one notices things when one is waiting.',
  'It happened at {place}. As always {air}, and I stood next to {sight} and tried to look as if I belonged there.',
  'If I shut my eyes I can still see {sight}. That was at {place}, where {air}.',
  'We are to imagine {place}, then: {air}; to the left {sight}; and I in the middle of it.',
  'I was early at {place}. I had time to look at {sight}, and to find out that {air}.',
]
const cores = [
  'This is what it came to, in one sentence: {intention} But a sentence is not a scene. {mood}',
  '{mood} And then it went quickly. {intention} I have told it more slowly since, to myself, and it does not get any clearer.',
  '{intention} That is how I put it down on the same evening, and I have not found a better way to say it. {mood}',
  'I could make more of it, but it was so: {intention} {mood}',
  '{mood} I knew what was meant to happen, and for once it did. {intention}',
]
const meetings = [
  '{name} was there, {role}. {about} We did not greet each other at once. “So it is today,” said {name}. I said that it was.',
  'I had not reckoned with {name}, {role}. {about} “Do not mind me,” said {name}, and of course I minded nothing else.',
  '{name} had come as well, {role}. {about} We nodded to each other like people who have the same ticket.',
  'Somebody said my name, and it was {name}, {role}. {about} I asked what was new. “You are,” said {name}.',
]
const undercurrents = [
  'All the while I had something else in mind, as one has a stone in a shoe: {loop} Nothing that was said was about that, and there was nothing that was not.',
  'And underneath it lay the old matter. {loop} I kept my hands still and thought about it.',
  'Nobody mentioned what we were all thinking of. {loop} It sat among us like one more person.',
  'It had to do with the other thing, I am sure of it. {loop} One only had to turn it round.',
]
const turns = [
  'When it was over some things had changed. {outcomes}',
  'By the end of it we stood differently. {outcomes}',
  'I counted up afterwards what had come of it. {outcomes}',
  'That was that, and it could not be taken back. {outcomes}',
]

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
