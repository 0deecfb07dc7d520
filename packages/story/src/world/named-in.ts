import type { Character, StoryMemory, Thing } from '../memory/entities.ts'
import { shortName } from '../name-of.ts'

/** By what a person or thing can be named in a text. */
interface Known {
  id: string
  /** The last word of each name, in lower case. */
  words: string[]
  /** What a person is called in running text. */
  called: string
}

type Entities = StoryMemory['characters'] | StoryMemory['things']
const indexes = new WeakMap<Entities, Known[]>()

/** The ids of the people or things that a text may name. It can hold more, because only the last word of a name is compared. */
export function namedIn(text: string, entities: Entities): string[] {
  const found = new Set(wordsOf(text))
  return indexOf(entities)
    .filter(({ words }) => words.some((word) => found.has(word)))
    .map(({ id }) => id)
}

/** What a person is called: by the first name, unless another one has it too. */
export function calledIn(id: string, characters: StoryMemory['characters']): string {
  return indexOf(characters).find((each) => each.id === id)?.called ?? id
}

/** A regular expression for the text itself. */
export function patternOf(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function indexOf(entities: Entities): Known[] {
  let index = indexes.get(entities)
  if (!index) indexes.set(entities, (index = makeIndex(Object.values(entities))))
  return index
}

function makeIndex(entities: readonly (Character | Thing)[]): Known[] {
  const short = entities.map(({ name }) => shortName(name))
  const counts = new Map<string, number>()
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1)
  return entities.map((entity, at) => {
    const names = [entity.name, short[at]!, ...('role' in entity ? [entity.role] : [])]
    return {
      id: entity.id,
      words: [...new Set(names.flatMap((name) => wordsOf(name).slice(-1)))],
      called: counts.get(short[at]!)! > 1 ? entity.name : short[at]!,
    }
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
