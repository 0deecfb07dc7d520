import type { StoryMemory } from '../memory/entities.ts'
import { fill } from './beats/template.ts'
import { takeTurn } from './seeded.ts'
import { inProse } from './slots.ts'
import { type Cast, castOf, placeNamed, type StoryPosition } from './story-position.ts'

const recollections = [
  'On the way I had met {H}, who still nods to me as one nods to a debt that has been paid.',
  '{H} had once told me to look at what people do with their hands, and I looked.',
  'It was at such an hour that nobody used to speak of {W}.',
  'I thought of {place}, and of how little it had looked like a place where anything could be found.',
  'Somebody had chalked the name of {W} on a wall, and nobody had wiped it off.',
  'Since the affair of the {thing} I carry a second pair of gloves.',
  '{R} would have told me to let it be; that settled it.',
  'It was for {W}, in a way, that I had got into the habit of not going home.',
  '{H} had offered to come with me, and I had said no, and by now I was sorry.',
  'It smelled as it had smelled at {place}, of dust that has been told to keep quiet.',
  'I had learned from {R} how a polite person sounds who is lying, and I listened for it.',
  'That same morning {H} had asked me whether I had forgotten {W}, and I had not.',
  'There was a time when I would have knocked and gone away again; that was before {place}.',
]

/**
 * Something from an earlier arc that comes to mind, with people and places that memory still holds; nothing where they are
 * gone. Each time that the list comes round it is about the next arc.
 */
export function recallOf({ arc, absent, lexicon, seed, written }: StoryPosition, memory: StoryMemory): string {
  const number = Math.floor(written / recollections.length)
  if (number >= arc.number) return ''
  const slots = rememberedOf(castOf(lexicon, seed, { number, memory, canAnswer: true }), memory)
  // Whoever is being looked for is met by nobody.
  if (slots.H === absent?.name) delete slots.H
  const text = takeTurn(recollections, `${seed}/recall`, written)
  const isKnown = [...text.matchAll(/\{(\w+)\}/g)].every(([, slot]) => slots[slot!] !== undefined)
  return isKnown ? fill(text, slots, () => 0) : ''
}

function rememberedOf({ arc, absent, helper, rival }: Cast, memory: StoryMemory): Record<string, string> {
  const place = placeNamed(arc.search.name, memory)
  const known = {
    W: absent?.name,
    // The friend of a book’s last arc was another arc’s before.
    H: arc.kind === 'beginning' ? undefined : helper?.name,
    R: rival?.name,
    place: place && inProse(place.name),
    thing: arc.thing,
  }
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => !!entry[1]))
}
