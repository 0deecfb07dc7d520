import { stopWords } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { type StoryState, textOf, textsOf } from '../world/story-state.ts'

/** The types of entities that can be found. */
export const entityTypes = ['character', 'location', 'thing', 'scene', 'open_loop', 'relationship'] as const
export type EntityType = (typeof entityTypes)[number]

export interface Match extends JsonObject {
  id: string
  type: EntityType
  name: string
  text: string
  score: number
}

interface Entry {
  id: string
  type: EntityType
  name: string
  text: string
  words: Map<string, number>
}

/**
 * The entities that share words with the query, best first, then by id. Rare words have more weight, and words of names count twice
 * (BM25 without length normalization, because all texts are short).
 */
export function searchMemory(story: StoryState, query: string, types: readonly EntityType[]): Match[] {
  const entries = types.flatMap((type) => entriesOf(story, type))
  const wanted = [...new Set(wordsOf(query))]
  const weights = wanted.map((word) => {
    const holding = entries.filter((entry) => entry.words.has(word)).length
    return Math.log(1 + (entries.length - holding + 0.5) / (holding + 0.5))
  })
  return entries
    .map(({ words, ...entry }) => {
      const score = wanted.reduce((sum, word, index) => {
        const count = words.get(word) ?? 0
        return sum + (weights[index]! * count * 2.2) / (count + 1.2)
      }, 0)
      return { ...entry, score: Math.round(score * 1000) / 1000 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

function entriesOf(story: StoryState, type: EntityType): Entry[] {
  const source = {
    character: story.characters,
    location: story.locations,
    thing: story.things,
    scene: story.scenes,
    open_loop: story.openLoops,
    relationship: story.relationships,
  }[type]
  return Object.entries(source).map(([id, entity]) => {
    const name = nameOf(story, type, entity)
    const text = textFor(type, entity)
    const words = new Map<string, number>()
    for (const word of [...wordsOf(`${id} ${name}`), ...wordsOf(`${name} ${text}`)]) {
      words.set(word, (words.get(word) ?? 0) + 1)
    }
    return { id, type, name, text, words }
  })
}

function nameOf(story: StoryState, type: EntityType, entity: JsonObject): string {
  if (type === 'scene') return textOf(entity, 'title')
  if (type === 'open_loop') return textOf(entity, 'description')
  if (type !== 'relationship') return textOf(entity, 'name')
  const sides = ['character_a', 'character_b'].map((side) => {
    const id = textOf(entity, side)
    return textOf(story.characters[id], 'name') || id
  })
  return sides.join(' and ')
}

function textFor(type: EntityType, entity: JsonObject): string {
  const fields = {
    character: ['role', 'description', 'traits', 'goals'],
    location: ['description', 'atmosphere', 'features'],
    thing: ['description'],
    scene: ['intention', 'summary'],
    open_loop: ['category', 'status'],
    relationship: ['relationship_type', 'status', 'perspective_a', 'perspective_b'],
  }[type]
  const parts = fields.flatMap((field) => [textOf(entity, field), ...textsOf(entity, field)])
  if (type === 'relationship' && Array.isArray(entity.history)) {
    parts.push(...entity.history.map((entry) => textOf(entry as JsonObject, 'event')))
  }
  return parts.filter((part) => part !== '').join('. ')
}

/** The lower-case words of a text without common endings, in any script. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !stopWords.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|e|s)$/, '') : word))
}
