import { novelContent } from '@narratoria/content/novels'
import { calledIn, patternOf } from '../world/named-in.ts'
import { bare } from '../world/story-world.ts'
import type { StoryChange, StoryMemory } from '../memory/entities.ts'

const { changes: words } = novelContent
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`
const article = String.raw`(?:the|a|an|his|her|their|its|my|that|this) (?:\p{Ll}+ )?`
const end = String.raw`(?![\p{L}’-])`

/**
 * The changes that a sentence in the past tense makes to the people and things of a novel: who dies or leaves permanently, and which thing
 * changes hands, is lost or destroyed. Events that are only dreamt, asked about or nearly done are not changes.
 */
export function changesIn(
  sentence: string,
  { memory, location }: { memory: StoryMemory; location: string | null },
): StoryChange[] {
  return sentence
    .replaceAll(/“[^”]*”/g, '')
    .split(/(?<=[.!?;])\s+|, (?=and\b|but\b)/u)
    .filter((clause) => !new RegExp(`(?<!\\p{L})${oneOf(words.unreal)}${end}`, 'iu').test(clause))
    .flatMap((clause) => changesOf(clause, { memory, location, cause: sentence }))
}

function changesOf(
  clause: string,
  { memory, location, cause }: { memory: StoryMemory; location: string | null; cause: string },
): StoryChange[] {
  const has = (pattern: string) => new RegExp(`(?<![\\p{L}’-])${pattern}${end}`, 'iu').test(clause)
  const people = Object.keys(memory.characters).map((id) => ({ id, name: nameIn(id, memory) }))
  const things = Object.values(memory.things).map(({ id, name }) => ({
    id,
    name: `${article}?${patternOf(bare(name))}`,
  }))
  const fates = people.flatMap(({ id, name }): StoryChange[] => {
    const isDead = has(`${name} (?:\\p{Ll}+ly )?${oneOf(words.dies)}(?! ${oneOf(words.dead_but)})`)
    if (isDead || has(`${oneOf(words.kills)} ${name}`)) return [{ kind: 'dies', id, cause }]
    return has(`${name} ${oneOf(words.leaves)}`) ? [{ kind: 'leaves', id, cause }] : []
  })
  const moves = things.flatMap(({ id, name: thing }): StoryChange[] => {
    const to = (where: string): StoryChange[] => [{ kind: 'moves', id, to: where, cause }]
    for (const { id: person, name } of people) {
      if (has(`${oneOf(words.gives)} (?:${name} ${thing}|${thing} (?:back )?to ${name})`)) return to(person)
      if (has(`${name} (?:\\p{Ll}+ly )?${oneOf(words.takes)} ${thing}`)) return to(person)
      if (has(`${name} (?:\\p{Ll}+ly )?${oneOf(words.destroys)} ${thing}`)) return to('nowhere')
      if (location !== null && has(`${name} (?:\\p{Ll}+ly )?${oneOf(words.loses)} ${thing}`)) {
        return to(has(`${thing} ${oneOf(words.away)}`) ? 'nowhere' : location)
      }
    }
    return has(`${thing} was ${oneOf(words.destroyed)}`) ? to('nowhere') : []
  })
  return [...fates, ...moves]
}

/** The names by which a text can call a person, as a pattern. */
function nameIn(id: string, memory: StoryMemory): string {
  const names = [memory.characters[id]!.name, calledIn(id, memory.characters)]
  return oneOf([...new Set(names)].map(patternOf))
}
