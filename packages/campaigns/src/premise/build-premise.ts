import { fillSentence } from '@narratoria/content'
import { validateWorld, type World } from '@narratoria/world'
import { seededRandom } from '../play/seeded-random.ts'
import { capitalize, furnish, type Furniture, withA, withThe } from './furnish.ts'
import { Ids } from './ids.ts'
import { peopleOf } from './people.ts'
import { plotOf } from './plot.ts'
import { type Named, type Premise, readPremise } from './read-premise.ts'
import { secondPerson } from './second-person.ts'
import { placesOf, thingsOf } from './scenes.ts'

/** Options of {@link buildPremise}. */
export interface PremiseOptions {
  /** The same seed and premise give the same world. Defaults to 1. */
  seed?: number
  /** The title. Defaults to what the premise is about. */
  title?: string
}

/** What the parts of a world under construction share. */
export interface Construction extends Furniture {
  ids: Ids
  keeper: Named
  /** What the proof says. */
  secret: string
  /** Ids of the parts that the plot is about. */
  id: {
    keeper: string
    confidant: string
    token: string
    box: string
    key: string
    door: string
    vault: string
    start: string
    desk: string
    /** What is missed and can be given back. */
    missing?: string
    /** Who is missed and can be brought back. */
    lost?: string
  }
  /** Fills a sentence with the names of the story. */
  fill: (sentence: string, more?: Record<string, string>) => string
}

/**
 * Builds a small world from a premise in English, without a model: its people, things and places, completed by those of
 * its genre; a secret, its keeper, and two endings. The world is valid, and `checkWorld` finds nothing in it.
 *
 * @throws {TypeError} if the premise is empty
 */
export function buildPremise(text: string, { seed = 1, title }: PremiseOptions = {}): World {
  if (text.trim() === '')
    throw new TypeError('A premise must not be empty; write a sentence about a person, a thing or a place.')
  const construction = construct(furnish(readPremise(text), seededRandom(seed)))
  const { places, premise, fill, id } = construction
  const role = premise.self ?? premise.player?.name
  const world: World = {
    title: title ?? titleOf(premise.subject),
    opening: openingOf(construction),
    player: {
      at: id.start,
      ...(role !== undefined && { description: fill(construction.choose('playerIs'), { role }) }),
    },
    places: placesOf(construction),
    things: thingsOf(construction),
    people: peopleOf(construction),
    ...plotOf(construction),
  }
  const [problem] = validateWorld(world)
  if (problem) throw new Error(`${problem.pointer}: ${problem.message} ${fill(places.start.name)}`)
  return world
}

function construct(furniture: Furniture): Construction {
  const { culprit, genre, lost, places, people, premise } = furniture
  const ids = new Ids()
  for (const [role, { name }] of Object.entries(places)) ids.add(role, name)
  if (lost) ids.add('lost', lost.name)
  const keeper: Named = culprit ?? {
    name: genre.keeper.name,
    aliases: [genre.keeper.name.split(' ').at(-1)!].filter((each) => each !== genre.keeper.name),
    pronoun: genre.keeper.pronoun,
  }
  for (const [index, { name }] of people.entries()) ids.add(`person${index}`, name)
  for (const [index, { name }] of premise.things.entries()) ids.add(`thing${index}`, name)
  ids.add('keeper', keeper.name)
  for (const part of ['token', 'box', 'key'] as const) ids.add(part, genre[part].name)
  ids.add('door', furniture.choose('doorName'))
  const { subject } = premise
  const confidant = people.findIndex(({ isAnimal }) => isAnimal !== true)
  const values = {
    subject: withThe(premise.subject.name),
    keeper: withThe(keeper.name),
    Keeper: capitalize(withThe(keeper.name)),
    token: withThe(genre.token.name),
    start: withThe(places.start.name),
    box: withThe(genre.box.name),
    place: withThe(places.vault.name),
    ...(lost && { lost: withThe(lost.name), Lost: capitalize(withThe(lost.name)) }),
    Subject: capitalize(withThe(subject.name)),
    owner: withThe(people[confidant]!.name),
    ...(premise.question !== undefined && { question: premise.question, deed: premise.question.replace(/^who /, '') }),
  }
  const missing = subject.isMissing === true ? premise.things.indexOf(subject) : -1
  const fill: Construction['fill'] = (sentence, more = {}) =>
    fillSentence(named(sentence, { ...values, ...more }), { ...values, ...more })
  return {
    ...furniture,
    ids,
    keeper,
    secret: fill(furniture.choose(secretKey(furniture, missing >= 0))),
    id: {
      ...ids.of('keeper', 'token', 'box', 'key', 'door', 'vault', 'start', 'desk'),
      // Who is named together is together, and so is the door.
      ...(culprit && { desk: ids.get('start') }),
      ...(lost && { lost: ids.get('lost') }),
      confidant: ids.get(`person${confidant}`),
      ...(missing >= 0 && { missing: ids.get(`thing${missing}`) }),
    },
    fill,
  }
}

function secretKey({ premise: { question, subject }, lost }: Furniture, isThingMissing: boolean): string {
  if (question?.startsWith('who ')) return 'secretWho'
  if (lost && lost === subject) return 'secretLost'
  return isThingMissing ? 'secretMissing' : 'secret'
}

// `{the keeper}` and `{The keeper}` are the name with its article, `{a box}` with the other one.
function named(sentence: string, values: Record<string, string>): string {
  return sentence.replaceAll(/\{(the|The|a|A) (\w+)\}/g, (whole, article: string, key: string) => {
    const value = values[key]
    if (value === undefined) return whole
    const name = value.replace(/^the /, '')
    const text = article.toLowerCase() === 'a' ? withA(name) : withThe(name)
    return /^[TA]/.test(article) ? capitalize(text) : text
  })
}

function openingOf({ premise, fill, choose, id }: Construction): string {
  const premiseText = capitalize(secondPerson(/[.!?…”"]$/.test(premise.text) ? premise.text : `${premise.text}.`))
  const { player } = premise
  const who = player === undefined ? [] : [fill(choose('youAre'), { player: withThe(player.name) })]
  return [premiseText, [...who, fill(choose('arrival')), fill(choose(hookKey(premise, id)))].join(' ')].join('\n\n')
}

function hookKey({ locked, places, subject }: Premise, id: Construction['id']): string {
  if (locked) return 'hookLocked'
  if (id.missing !== undefined) return 'hookMissing'
  if (id.lost !== undefined) return 'hookLost'
  return places[0]?.name === subject.name ? 'hookStart' : 'hook'
}

function titleOf({ name }: Named): string {
  const small = /^(?:a|an|the|of|in|on|at|and|or|to|for)$/
  const words = withThe(name)
    .split(' ')
    .map((word, index) => (index > 0 && small.test(word) ? word : capitalize(word)))
  return words.join(' ').replace(/^Your /, 'The ')
}
