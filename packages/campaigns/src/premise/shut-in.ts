import { isSaid } from './conditions.ts'
import { type Kind, kindOf } from './kind-of.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isSame, isWord } from './words.ts'

/** Whether the player is locked in by the premise, or those whom it begins with are, and all others with them: "They have a wounded pilot". */
export function isConfinedIn(text: string, phrases: readonly NounPhrase[]): boolean {
  if (isSaid('confined', text) || isSaid('gettingOut', text)) return true
  const first = phrases.findIndex(({ preposition }) => preposition === undefined)
  const shut = phrases.findIndex(({ followedBy, sentence }) => sentence === 0 && isSaid('shutAway', followedBy))
  if (shut < 0 || phrases[first]?.sentence !== 0 || phrases[first].determiner !== '' || !phrases[first].isName)
    return false
  const others = phrases.filter((each) => each.sentence > 0 && /^(?:person|animal)$/.test(kindOf(each) ?? ''))
  return others.every((each) => {
    const lead = phrases.find(({ sentence }) => sentence === each.sentence)!
    return /^(?:they|he|she) (?:have|has)$/.test(lead.precededBy) || each.precededBy.endsWith('with them')
  })
}

/** Shuts in those who are so in the premise, others than the player: a steward in the brig, the Kid behind the vault door. */
export function shutAwayIn(
  phrases: readonly NounPhrase[],
  found: Pick<Premise, 'people' | 'places' | 'things'>,
  text: string,
): void {
  if (isConfinedIn(text, phrases)) return
  for (const [index, phrase] of phrases.entries()) {
    const place = placeShutIn(phrases, index)
    const named = namedBy(phrase, 'person')
    const person = found.people.find((each) => isSame(each, named))
    if (!place || !person) continue
    shutAway(found, place, person)
    // "The mate and the cook are locked in the hold."
    const other = phrases[index - 1]
    const fellow =
      phrase.precededBy === 'and' && other?.sentence === phrase.sentence
        ? found.people.find((each) => isSame(each, namedBy(other, 'person')))
        : undefined
    if (fellow) Object.assign(fellow, { isShutIn: true, isTrapped: true })
    // "In the lift with his dog".
    const animal = phrases.find(
      (each, at) =>
        at > index && each.sentence === phrase.sentence && each.preposition === 'with' && kindOf(each) === 'animal',
    )
    const companion = animal && found.people.find((each) => isSame(each, namedBy(animal, 'animal')))
    if (companion) companion.isTrapped = true
  }
}

// Where others than the player are: "a steward has been locked in the brig", "the vault door has shut with the Kid inside".
function placeShutIn(phrases: readonly NounPhrase[], index: number): Named | undefined {
  const phrase = phrases[index]!
  const next = phrases[index + 1]
  // "The king has locked our mother in the tower."
  const isObject = isSaid('shutting', phrase.precededBy) && isSaid('shutWhere', phrase.followedBy)
  const isShut = isObject || isSaid('shutAway', phrase.followedBy)
  if (next !== undefined && isShut && next.sentence === phrase.sentence)
    return isInside(next) ? chamberOf(next) : undefined
  if (phrase.preposition !== 'with' || !/^(?:still )?inside\b/.test(phrase.followedBy)) return undefined
  const around = phrases
    .slice(0, index)
    .findLast((each) => each.sentence === phrase.sentence && chamberOf(each) !== undefined)
  return around && chamberOf(around)
}

function isInside({ preposition = '' }: NounPhrase): boolean {
  return /^(?:in|inside|under|behind|below|beneath|at|aboard|on)$/.test(preposition)
}

// "The vault door" is the door of the vault.
function chamberOf(phrase: NounPhrase): Named | undefined {
  const kind: Kind | undefined = kindOf(phrase)
  const room = / (?:door|hatch|gate|lid)$/.exec(phrase.text)
  if (room) {
    const text = phrase.text.slice(0, room.index)
    return namedBy({ ...phrase, text, head: text.split(' ').at(-1)!, followedBy: '' }, 'place')
  }
  return kind === 'place' || isWord('chamber', phrase.head)
    ? namedBy({ ...phrase, followedBy: '' }, 'place')
    : undefined
}

// The place is none of those that can be entered, and its door is not a thing of the premise.
function shutAway(found: Pick<Premise, 'people' | 'places' | 'things'>, place: Named, person: Named): void {
  const last = place.name.split(' ').at(-1)!
  found.places = found.places.filter(({ name }) => name !== place.name)
  found.things = found.things.filter(({ name }) => name !== place.name && !name.endsWith(`${last} door`))
  found.places.push({ ...place, isLocked: true })
  person.isShutIn = true
  person.isTrapped = true
}
