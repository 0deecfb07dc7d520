import { premiseContent } from '@narratoria/content/premises'
import { kindOf } from './kind-of.ts'
import { namedBy } from './named-by.ts'
import type { Read } from './needs.ts'
import type { Named } from './premise.ts'
import { isWord, singularOf } from './words.ts'
import type { VerbPhrase } from './verb-phrase.ts'

/** What a task is done to. */
export interface TaskTarget {
  kind: 'person' | 'animal' | 'place' | 'thing' | 'none'
  /** What the premise calls it. */
  named?: Named
  /** Whether the premise has it already. */
  isKnown?: boolean
}

const abstract = new Set(premiseContent.undertakings.abstract.split(' '))

/** Whom or what a verb is done to, as the premise has it: a person before a place and a thing of the same name. */
export function targetOf({ object }: VerbPhrase, { people, absent, places, things }: Read): TaskTarget {
  if (!object) return { kind: 'none' }
  const isIt = ({ name, aliases, role = '' }: Named) =>
    [name, role, ...aliases].some((each) => each !== '' && isAlike(each.replace(/^(?:your|the) /, ''), object.text))
  const person = people.find(isIt)
  if (person) return { kind: person.isAnimal ? 'animal' : 'person', named: person, isKnown: true }
  const gone = absent.find(isIt)
  if (gone) return gone.isMissing || gone.isDead ? { kind: 'none', named: gone } : { kind: 'person', named: gone }
  const place = places.find(isIt)
  if (place) return { kind: 'place', named: place, isKnown: true }
  const thing = things.find(isIt)
  if (thing) return { kind: 'thing', named: thing, isKnown: true }
  if (isWord('collective', object.head) && !isWord('place', object.head))
    return { kind: 'person', named: { ...namedBy(object, 'person'), pronoun: 'they' } }
  const kind = isAbstract(object.head) ? undefined : kindOf({ ...object, isSubject: false })
  // What is in no list may be anything, such as an engagement or a border.
  if (kind === undefined) return { kind: 'none', named: namedBy(object, 'thing') }
  return { kind, named: namedBy(object, kind) }
}

/** Whether a noun names what cannot be touched. */
export function isAbstract(noun: string): boolean {
  const one = singularOf(noun.toLowerCase())
  return abstract.has(one) || isWord('abstract', one) || (isWord('matter', one) && !isWord('portable', one))
}

function isAlike(name: string, text: string): boolean {
  const [one, other] = [name.toLowerCase(), text.toLowerCase()]
  return one === other || one.endsWith(` ${other}`) || other.endsWith(` ${one}`)
}
