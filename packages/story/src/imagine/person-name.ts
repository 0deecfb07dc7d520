import { novelContent } from '@narratoria/content/novels'
import { seededNumbers, takeTurn } from './seeded.ts'

export function personName(seed: string, taken: readonly string[]): { name: string; pronouns: 'she' | 'he' } {
  return seededPerson(seed, taken, seededNumbers(`${seed}/pronoun`)() < 0.5 ? 'she' : 'he')
}

/** A name for someone with these pronouns that no person of the novel has. */
export function seededPerson<Pronoun extends 'she' | 'he'>(
  seed: string,
  taken: readonly string[],
  pronouns: Pronoun,
): { name: string; pronouns: Pronoun } {
  const { names } = novelContent
  const heard = new Set(taken.flatMap((name) => name.split(' ')))
  const free = (list: readonly string[]) => {
    const left = list.filter((name) => !heard.has(name))
    return takeTurn(left.length > 0 ? left : list, seed, 0)
  }
  return { name: `${free(names[pronouns])} ${free(names.family)}`, pronouns }
}
