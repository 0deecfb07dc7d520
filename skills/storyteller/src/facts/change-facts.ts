import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { clean, oneSentence } from '../prose/text.ts'
import type { Fact } from '../prose/fact.ts'
import { asObject } from './json.ts'

/** Keys whose facts are told by a part of their own, or that are no story. */
const ownTelling = new Set(['dice', 'memory', 'reputation', 'story', 'storyteller'])
const mostChanges = 5
const deepest = 6

/** One place of the state and what it holds. */
export interface Leaf {
  path: string[]
  value: JsonValue
}

/** Tells what a dependency changed, whatever the skill: the words come from the paths of its patch. */
export function changeFacts(output: JsonObject): Fact[] {
  return listLeaves(output).slice(0, mostChanges).flatMap(toFact)
}

/** The leaves of a state, in order; texts, numbers, booleans, nulls and lists of those. */
export function listLeaves(state: JsonObject): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: JsonValue, path: string[]): void => {
    const object = asObject(value)
    if (!object) {
      if (path.length > 0) leaves.push({ path, value })
      return
    }
    if (path.length >= deepest) return
    for (const [key, child] of Object.entries(object)) {
      const hidden =
        key.startsWith('_') ||
        (path.length === 0 && ownTelling.has(key)) ||
        /(?:^|_)(?:id|uuid|path|url|seq|at|timestamp)$|Id$|At$/.test(key)
      if (!hidden && leaves.length < 64) visit(child, [...path, key])
    }
  }
  visit(state, [])
  return leaves
}

/** `door_inscription` or `doorInscription` as words. */
export function toWords(key: string): string {
  return clean(key.replace(/[_.-]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), 60).toLowerCase()
}

/** The words of a path as one thing: "the meaning of the door inscription", without its first article. */
export function nameThing(words: readonly string[]): string {
  return words.join(' ').replace(/^(.+) (meaning|name|colou?r|purpose|origin|owner)$/, '$2 of the $1')
}

function toFact(leaf: Leaf): Fact[] {
  const path = leaf.path.map(toWords)
  const told =
    tellCarried(path, leaf.value) ?? tellFound(path, leaf.value) ?? tellCondition(path, leaf.value, leaf.path.at(-1)!)
  return told ? [{ kind: 'change', ...told }] : []
}

type Telling = Pick<Fact, 'text' | 'ways'>

const holders = /^(?:inventory|items?|bag|backpack|equipment|belongings)$/
const findings = /^(?:discovered|discover(?:y|ies)|found|findings|clues?|notes?|seen|observed|known|knowledge)$/

function tellCarried(path: string[], value: JsonValue): Telling | undefined {
  if (!holders.test(path[0]!) || path.length !== 2) return undefined
  const thing = path[1]!
  if (value === null || value === false || value === 0) return carried(`the ${thing}`, false)
  if (value === true) return carried(`the ${thing}`, true)
  if (typeof value === 'number') return carried(`${value} × ${thing}`, true)
  return undefined
}

function carried(thing: string, has: boolean): Telling {
  return has
    ? {
        text: `You now carry ${thing}.`,
        ways: {
          leads: [
            `You have ${thing} with you now`,
            `Now you carry ${thing}`,
            `It is yours now: ${thing}`,
            `You take possession of ${thing}`,
          ],
          tails: ['.', ', and the weight is a comfort.', ', close at hand.', ', for whatever is to come.'],
        },
      }
    : {
        text: `You no longer have ${thing}.`,
        ways: {
          leads: [
            `You are left without ${thing}`,
            `Gone from your hands: ${thing}`,
            `You carry ${thing} no longer`,
            `Your pack is lighter by ${thing}`,
          ],
          tails: ['.', ', and you feel the lack at once.', '; there is no use in looking back.', ', for good or ill.'],
        },
      }
}

function tellFound(path: string[], value: JsonValue): Telling | undefined {
  const shown = showValue(value)
  if (!findings.test(path[0]!) || path.length < 2 || shown === undefined) return undefined
  const thing = nameThing(path.slice(1))
  if (value === true) return seen(`the ${thing}`)
  return {
    text: `The ${thing}: ${shown}.`,
    ways: {
      leads: [
        `Your eyes find the ${thing}`,
        `Little by little you make sense of the ${thing}`,
        `You make out the ${thing}`,
        `Nothing hides the ${thing} from you now`,
        `Look long enough, and there it is, the ${thing}`,
      ],
      tails: [
        `: ${shown}.`,
        `, and there is no mistaking it: ${shown}.`,
        `, plain as day: ${shown}.`,
        `, word by word: ${shown}.`,
      ],
    },
  }
}

function seen(thing: string): Telling {
  return {
    text: `You discover ${thing}.`,
    ways: {
      leads: [`You come upon ${thing}`, `Your eyes find ${thing}`, `There it is: ${thing}`, `You have found ${thing}`],
      tails: ['.', ', and know that it matters.', ', where you least looked for it.', ' at last.'],
    },
  }
}

const people = /^(?:relations?|relationships?|npcs?|people|characters|companions|friends)$/
const flame = /^(?:lit|burning|alight|aflame|on fire)$/

function tellCondition(path: string[], value: JsonValue, leafName: string): Telling | undefined {
  const shown = showValue(value)
  if (shown === undefined) return undefined
  const own = path.filter((word) => !holders.test(word))
  const last = own.at(-1) ?? path.at(-1)!
  const thing = own.slice(0, -1).join(' ')
  if (typeof value === 'boolean' && thing !== '')
    return flame.test(last) ? flameOf(thing, value) : conditionOf(`the ${thing}`, value ? last : `no longer ${last}`)
  if (/^(?:location|place|room|area|scene|position)$/.test(last) && typeof value === 'string') return placeOf(shown)
  if (people.test(path[0]!) && path.length === 2 && typeof value === 'string')
    return bondOf(properName(leafName), shown)
  if (value === null) return conditionOf(`the ${own.join(' ')}`, 'gone')
  if (typeof value === 'boolean') return conditionOf('it', value ? last : `no longer ${last}`)
  if (typeof value === 'number') return conditionOf(`your ${own.join(' ')}`, `at ${shown} now`)
  const subject = /^(?:state|status|condition|mood)$/.test(last) && thing !== '' ? thing : own.join(' ')
  return conditionOf(`the ${subject}`, `now ${shown}`)
}

function flameOf(thing: string, lit: boolean): Telling {
  return lit
    ? {
        text: `The ${thing} is lit and burns.`,
        ways: {
          leads: [
            `The ${thing} catches and burns`,
            `Flame takes hold of the ${thing}`,
            `A spark, a curl of smoke, and the ${thing} is lit`,
            `The ${thing} flares up, lit`,
            `Fire runs along the ${thing}`,
          ],
          tails: [
            ', and the shadows draw back to the walls.',
            ', warm against your face.',
            ', and the dark gives you a little room.',
            ', throwing your shadow long behind you.',
            ' with a low, eager sound.',
          ],
        },
      }
    : {
        text: `The ${thing} is no longer lit.`,
        ways: {
          leads: [
            `The ${thing} goes out`,
            `With a hiss the ${thing} dies`,
            `The last glow of the ${thing} fades`,
            `The ${thing} burns no more`,
          ],
          tails: [
            ', and the dark comes back like water.',
            '.',
            ', leaving a thread of smoke.',
            ', and your eyes swim with its ghost.',
          ],
        },
      }
}

function bondOf(name: string, bond: string): Telling {
  return {
    text: `${name}: ${bond}.`,
    ways: {
      leads: [
        `Between you and ${name} there is a word for it now`,
        `Something has settled between you and ${name}`,
        `You know what ${name} is to you now`,
        `There is no doubt left about ${name}`,
      ],
      tails: [`: ${bond}.`, `, and it is this: ${bond}.`, `; ${bond}, you would say.`, `, plain as day: ${bond}.`],
    },
  }
}

function properName(key: string): string {
  return clean(key.replace(/[_-]+/g, ' '), 60).replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())
}

function placeOf(place: string): Telling {
  return {
    text: `You are now here: ${place}.`,
    ways: {
      leads: [
        `You have come to ${place}`,
        `Around you now: ${place}`,
        `Your way has led you to ${place}`,
        `This is ${place}`,
      ],
      tails: [
        '.',
        ', and it takes a moment to trust your footing.',
        ', and the air is different here.',
        '; whatever was before is behind you.',
      ],
    },
  }
}

function conditionOf(subject: string, condition: string): Telling {
  const are = /^your .*[^s]s$/.test(subject) ? 'are' : 'is'
  return {
    text: `${subject} ${are} ${condition}.`,
    ways: {
      leads: [
        `${subject[0]!.toUpperCase()}${subject.slice(1)} ${are} ${condition}`,
        `You see it at once: ${subject} ${are} ${condition}`,
        `Something has changed, for ${subject} ${are} ${condition}`,
        `And so ${subject} ${are} ${condition}`,
      ],
      tails: ['.', ', as plain as day.', ', and you take note of it.', ', and that changes things.'],
    },
  }
}

/** A value as words; undefined where it is nothing to tell. */
export function showValue(value: JsonValue): string | undefined {
  if (typeof value === 'string') return oneSentence(clean(value, 160)) || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null) return 'gone'
  if (!Array.isArray(value)) return undefined
  const words = value
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .slice(0, 5)
    .map((entry) => clean(String(entry), 60))
  if (words.length === 0) return undefined
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
