import type { StoryMemory } from '../memory/entities.ts'
import phrases from './content/phrases.json' with { type: 'json' }
import { fill } from './template.ts'
import { takeTurn } from './seeded.ts'
import { inProse } from './slots.ts'
import { type Cast, castOf, placeNamed, type StoryPosition } from './story-position.ts'

/**
 * A memory of an earlier arc, if its characters and locations still exist; otherwise empty. Each repetition of the list is about
 * the next arc.
 */
export function recallOf({ arc, absent, lexicon, seed, written }: StoryPosition, memory: StoryMemory): string {
  const number = Math.floor(written / phrases.recollections.length)
  if (number >= arc.number) return ''
  const slots = rememberedOf(castOf(lexicon, seed, { number, memory, canAnswer: true }), memory)
  // A missing person cannot be met.
  if (slots.H === absent?.name) delete slots.H
  const text = takeTurn(phrases.recollections, `${seed}/recall`, written)
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
