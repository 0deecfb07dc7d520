import { isSaid, patternOf } from './conditions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { pronounLater, pronounSaid } from './pronouns-said.ts'
import { letAnimalsSpeak, playHero, playObliged } from './who-plays.ts'

/** Options of `readPremise`. */
export interface ReadOptions {
  /** Who the player is: a person of the premise by name, or else anyone in a few words; empty for someone of whom it says nothing. Defaults to the person who acts. */
  player?: string
}

type Found = Pick<Premise, 'people' | 'absent' | 'player'>

/** Whether a person is the one that the player wants to be. Neither the dead nor animals are. */
export function isCast(named: Named, wish: string | undefined): boolean {
  return wish !== undefined && wish.trim() !== '' && isPlayable(named) && isCalled(named, wish)
}

/** Whether the player can be a person of a premise: one who is alive, there and able to act. */
export function isPlayable(named: Named): boolean {
  const { isAnimal, isPlural, isDead, isMissing, isAway, isDue, isAsleep, isStill, isTurned } = named
  const { pronoun, preposition = '' } = named
  if (pronoun === undefined || isAnimal || isPlural || isStill || isTurned) return false
  // "On an ore hauler".
  if (/^(?:on|in|aboard|inside|into|at)$/u.test(preposition)) return false
  return !(isDead || isMissing || isAway || isDue || isAsleep) && !isSaid('answer.roleless', named.name)
}

/** Whether words name a person, with or without an article: by the name, a part of it, or the trade. */
export function isCalled({ name, aliases, role = '' }: Named, words: string): boolean {
  const said = bare(words)
  return [name, ...aliases, role, `${role} ${name}`].some((each) => each !== '' && bare(each) === said)
}

function bare(words: string): string {
  return words
    .trim()
    .replace(/[.!?]$/u, '')
    .toLowerCase()
    .replace(/^(?:the|an?|my|your|his|her|their) /u, '')
}

/** Makes the person of a premise the player who acts in it, or the one that the player wants to be; returns what else they want to be. */
export function settlePlayer(
  found: Found,
  phrases: readonly NounPhrase[],
  { text, isFirstPerson, wish }: { text: string; isFirstPerson: boolean; wish: string | undefined },
): Pick<Premise, 'self' | 'isOutside'> {
  if (wish === undefined) {
    if (!isFirstPerson) letAnimalsSpeak(found)
    playObliged(found, { text, isFirstPerson })
    playHero(found, phrases, { text, isFirstPerson })
    return {}
  }
  if (!found.player) {
    if (!isFirstPerson) letAnimalsSpeak(found)
    if (found.player) found.people = [found.player, ...found.people]
    delete found.player
  }
  const chosen = found.player ?? [...found.people, ...found.absent].find((each) => isCast(each, wish))
  const self = wish
    .trim()
    .replace(patternOf('answer.article'), '')
    .replace(/[.!?]$/u, '')
  if (!chosen) return { isOutside: true, ...(self !== '' && { self }) }
  found.player = { ...chosen, pronoun: pronounOf(chosen, found, text) }
  found.people = found.people.filter((each) => each !== chosen)
  found.absent = found.absent.filter((each) => each !== chosen)
  return {}
}

// "Her own cousin", or any pronoun that can be of no one named before: what the text says comes before what the name is usually.
function pronounOf(chosen: Named, found: Found, text: string): NonNullable<Named['pronoun']> {
  const usual = chosen.pronoun ?? 'they'
  const said = pronounSaid({ ...chosen, pronoun: 'they' }, text)
  const at = text.indexOf(chosen.name)
  const isOther = [...found.people, ...found.absent].some(
    (each) => each !== chosen && text.indexOf(each.name) < at && (each.pronoun === said || each.pronoun === 'they'),
  )
  return (isOther ? undefined : said) ?? pronounLater(chosen, found, text) ?? usual
}
