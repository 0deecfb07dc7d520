import { novelContent } from '@narratoria/content/novels'
import type { Character } from '../memory/entities.ts'

/** The words that say what a person is, in lower case. */
export function wordsAbout(person: Character | undefined): string[] {
  return `${person?.role ?? ''} ${person?.description ?? ''}`.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** Words of what a protagonist cannot notice, such as sounds, and of what a genre does not have, such as rain in space. */
export function unfitWords(hero: Character, genre: string | undefined): string[] {
  const { people, genres } = novelContent.absent
  return [...wordsAbout(hero).flatMap((word) => people[word] ?? []), ...(genres[genre ?? ''] ?? [])]
}
