import { premiseContent } from '@narratoria/content/premises'
import { withThe } from './furnish.ts'
import { withYou } from './infinitive.ts'
import { mentionOf } from './mention.ts'
import type { Read } from './needs.ts'
import type { Named } from './premise.ts'
import { secondPerson } from './second-person.ts'
import type { StatedTask } from './stated-tasks.ts'

const pronounEnds = new RegExp(`^ (?:${premiseContent.undertakings.pronounEnds})\\b`, 'u')
const herOwn = new RegExp(`\\bher (?!(?:${premiseContent.undertakings.pronounEnds})\\b)(?=\\p{L})`, 'gu')
const owners = { he: 'his', she: 'her' }
const genders: Record<string, string> = { her: 'she', him: 'he' }

/**
 * The words of a task with a name for a pronoun behind the verb: "fetch her" → `fetch Ysolde`. `undefined` if the pronoun refers to no name before it.
 */
export function withNames({ words, index }: StatedTask, { text, people, things }: Read): string | undefined {
  const [, verb, particle = '', pronoun = '', rest = ''] =
    /^(\p{L}+)((?: \p{L}+)?) (her|him|it|them)((?: .*)?)$/u.exec(words) ?? []
  if (verb === undefined || (pronoun === 'her' && isOwner(rest))) return words
  const before = text.slice(0, index)
  const at = (named: Named) =>
    Math.max(-1, ...[...before.matchAll(new RegExp(mentionOf(named).source, 'giu'))].map((found) => found.index))
  const fit = [...people, ...things].filter((each) => isMeant(each, pronoun) && at(each) >= 0)
  const meant = fit.toSorted((a, b) => at(b) - at(a))[0]
  return meant && `${verb}${particle} ${withThe(meant.name)}${rest}`
}

// "Her brother": a noun comes behind.
function isOwner(rest: string): boolean {
  return rest !== '' && !pronounEnds.test(rest)
}

function isMeant({ pronoun, isPlural, isAnimal }: Named, said: string): boolean {
  if (said === 'them') return isPlural === true
  if (said === 'it') return isPlural !== true && (pronoun === undefined || isAnimal === true)
  return isPlural !== true && (pronoun === genders[said] || (pronoun === 'they' && isAnimal !== true))
}

/** A task addressed to the player: what is mine, or the player's in the third person, is yours. */
export function taskToPlayer(
  words: string,
  { player, people, absent }: Pick<Read, 'player' | 'people' | 'absent'>,
): string {
  const said = words.charAt(0) + secondPerson(words).slice(1)
  // The pronoun of a captain is not known, unless the captain is the only person.
  const only = Object.entries(owners).find(([gender, owner]) => {
    const isOther = [...people, ...absent].some((each) => each.pronoun === gender)
    return !isOther && new RegExp(`\\b${owner}\\b`, 'u').test(said)
  })?.[0] as 'he' | 'she' | undefined
  const known = player?.pronoun ?? 'they'
  const pronoun = known === 'they' ? (only ?? known) : known
  if (player === undefined || pronoun === 'it') return said
  const own = { he: /\bhis\b/g, they: /\btheir\b/g, she: herOwn }[pronoun]
  const self = { he: /\bhimself\b/g, she: /\bherself\b/g, they: /\bthemselves\b/g }[pronoun]
  const owned = said.replaceAll(own, pronoun === 'she' ? 'your ' : 'your').replaceAll(self, 'yourself')
  // "That she loves him": only people are meant whom the task names.
  const isShared = [...people, ...absent].some((each) => each.pronoun === known && mentionOf(each).test(words))
  if (isShared || known === 'they') return owned
  return owned.replaceAll(new RegExp(`\\b${known} (\\p{L}+)`, 'gu'), (_, verb: string) => `you ${withYou(verb)}`)
}
