import { isSaid } from './conditions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { notHere } from './presence.ts'
import type { Named, Premise } from './premise.ts'
import { isSame } from './words.ts'

/**
 * Makes those absent of whom a premise says anywhere that they are dead, or who have a grave, ashes, a widow or the like: "rides home to
 * bury his father", "Tom's ashes", "the funeral of the count".
 */
export function layToRest(
  found: Pick<Premise, 'people' | 'absent' | 'player'>,
  phrases: readonly NounPhrase[],
  text: string,
): void {
  for (const [index, phrase] of phrases.entries()) {
    const name = deadIn(phrase, { before: phrases[index - 1], next: phrases.slice(index + 1), text })
    if (name === undefined) continue
    for (const person of found.absent.filter((each) => isCalled(each, name))) person.isDead = true
    const dead = found.people.filter((each) => isCalled(each, name))
    found.people = found.people.filter((each) => !dead.includes(each))
    found.absent.push(...dead.map((person): Named => ({ ...person, isDead: true })))
  }
}

function deadIn(
  phrase: NounPhrase,
  { before, next, text }: { before: NounPhrase | undefined; next: readonly NounPhrase[]; text: string },
): string | undefined {
  // "Tom Hale's ashes", "the count's widow".
  const owner = /^(.+?)['’]s (?:.* )?(\S+)$/u.exec(phrase.text)
  if (owner && isSaid('dead.relics', owner[2]!)) return owner[1]
  const isOf = phrase.preposition === 'of' && before?.sentence === phrase.sentence && isSaid('dead.relics', before.head)
  if (isOf || isSaid('dead.burying', phrase.precededBy)) return phrase.text
  const said = phrase.isName ? notHere(phrase, { kind: 'person', text, next, before, isHero: true }) : undefined
  return said?.isDead ? phrase.text : undefined
}

function isCalled({ name, isAnimal, isPlural, aliases }: Named, text: string): boolean {
  const isNamed = /^\p{Lu}/u.test(name)
  if (isAnimal && isPlural) return false
  return isSame({ name }, { name: text }) || (isNamed && aliases.some((alias) => alias === text))
}
