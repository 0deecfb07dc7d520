import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import { validateWorld, type World } from '@narratoria/world'
import { seededRandom } from '../play/seeded-random.ts'
import { capitalize, furnish, type Furniture, isTalking, withThe } from './furnish.ts'
import { aimPlot, choosePlot, fittingPlot, has, ownPlot, secretPlot } from './choose-plot.ts'
import { calledByRole } from './called-by-role.ts'
import { chooserOf } from './chooser.ts'
import { askedAboutDoors } from './door-topics.ts'
import { giveClues } from './give-clues.ts'
import { giveHeld } from './held.ts'
import { keepConditions } from './keep-conditions.ts'
import { namedIn } from './named-in.ts'
import { Ids } from './ids.ts'
import { forNeed } from './needs.ts'
import { answerKeyOf } from './questions.ts'
import { peopleOf } from './people.ts'
import { plotOf } from './plot.ts'
import type { Named, Premise } from './premise.ts'
import { readAs } from './read-as.ts'
import { recalledIn } from './recalled.ts'
import { giveSound } from './sounds.ts'
import { secondPerson } from './second-person.ts'
import { tradeSeen, withTrade } from './trades.ts'
import { giveVoices } from './voices.ts'
import { goalInOwnWords, needForWish, type Wish, wishOf, withGoal } from './wish.ts'
import { giveWants } from './wants.ts'
import { withPrepositions } from './with-prepositions.ts'
import { worldOfPlot } from './plot-world.ts'
import { statedWorld } from './stated/stated-world.ts'
import { placesOf, thingsOf } from './scenes.ts'

/** Options of {@link buildPremise}. */
export interface PremiseOptions {
  /** The same seed and premise give the same world. Defaults to 1. */
  seed?: number
  /** The title. Defaults to what the premise is about. */
  title?: string
  /**
   * The key of a plot of the content, such as `secret`, or `fitting` for the one that the premise asks for. It adds people, places, things and
   * a course of events that the premise does not have. An answer to `premiseQuestions` is taken, too. By default nothing is added.
   */
  plot?: string
  /**
   * Who the player is, an answer to `premiseQuestions`: a person of the premise by name, or anyone in a few words. Defaults to the
   * only one whom the premise is about, or else to someone of whom it says nothing.
   */
  player?: string
  /** What the player wants, an answer to `premiseQuestions` in any words. Defaults to what the premise asks for. */
  aim?: string
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
 * Builds a small world from a premise in English, without a model. It has only what the premise says without doubt: the place where it happens,
 * who and what is there, all else to think about, and its task or question, with three endings. With a plot it is completed by people, places
 * and things of its genre. The world is valid, and `checkWorld` finds nothing in it.
 *
 * @throws {TypeError} if the premise is empty
 * @throws {RangeError} if `plot` is not the key of a plot, or needs what the premise does not have
 * @example
 * ```ts
 * import { buildPremise } from '@narratoria/campaigns/premise'
 * import { checkWorld } from '@narratoria/world'
 *
 * const world = buildPremise('It rains on the last lighthouse.')
 * if (checkWorld(world).length > 0) throw new Error('The world should have no problems.')
 * ```
 */
export function buildPremise(text: string, { player, aim, plot, ...others }: PremiseOptions = {}): World {
  if (text.trim() === '')
    throw new TypeError('A premise must not be empty; write a sentence about a person, a thing or a place.')
  const options = { ...others, ...plotAnswered(plot) }
  const read = readAs(text, player)
  const wish = aim === undefined || aim.trim() === '' ? undefined : wishOf(aim)
  if (options.plot === undefined) return worldAsStated(read, { ...options, isCast: player !== undefined, wish })
  if (wish === undefined) return worldWithPlot(read, options)
  const isUsual = goalInOwnWords(worldWithPlot(read, options), read) === wish.words
  return worldWithPlot(isUsual ? read : { ...read, need: needForWish(wish, read) }, {
    ...options,
    wish: { ...wish, isUsual },
  })
}

// The answers to how much is added are words.
function plotAnswered(plot: string | undefined): Pick<PremiseOptions, 'plot'> {
  const { phrases } = premiseContent
  if (plot === undefined || plot.trim() === '' || plot === phrases['answer.stated']) return {}
  return { plot: plot === phrases['answer.added'] ? fittingPlot : plot }
}

type Building = Omit<PremiseOptions, 'player' | 'aim'> & { wish?: Wish | undefined }

function worldAsStated(read: Premise, { seed = 1, title, isCast, wish }: Building & { isCast: boolean }): World {
  const { opening, ...parts } = statedWorld(read, chooserOf(seededRandom(seed)), {
    isCast,
    random: seededRandom(seed),
    ...(wish && { wish }),
  })
  const world = { title: title ?? titleOf(read.subject), ...parts, opening: [openingOf(read), opening].join('\n\n') }
  return valid(calledByRole(world, read), 'as stated')
}

function valid(world: World, how: string): World {
  const [problem] = validateWorld(world)
  if (problem) throw new Error(`${problem.pointer}: ${problem.message} (${how})`)
  return world
}

/** Builds the world of a premise that has been read, with a plot, around what the player wants. The plot defaults to the fitting one. */
export function worldWithPlot(
  read: Premise,
  { seed = 1, title, plot: wanted = fittingPlot, wish }: Building = {},
): World {
  const random = seededRandom(seed)
  const plot = wanted === fittingPlot ? choosePlot(read, seededRandom(seed)) : wanted
  const premise = plot === read.need.plot ? withTrade(forNeed(read)) : read
  if (!Object.hasOwn(premiseContent.plots, plot))
    throw new RangeError(`"${plot}" is not a plot; choose one of ${Object.keys(premiseContent.plots).join(', ')}.`)
  const { needs } = premiseContent.plots[plot]!
  if (needs !== undefined && !has(premise, needs))
    throw new RangeError(`The plot "${plot}" needs what is ${needs} in the premise; name it, or choose another plot.`)
  const furniture = furnish(premise, random, { isPlain: plot !== secretPlot })
  const { opening, ...staged } = plot === secretPlot ? secretWorld(construct(furniture)) : worldOfPlot(furniture, plot)
  const built = plot === aimPlot || plot === ownPlot ? giveClues(staged, furniture) : staged
  const role = premise.self ?? premise.player?.name
  const { choose } = furniture
  const parts = askedAboutDoors(giveVoices(giveHeld(built, premise), furniture), furniture)
  const start = Object.keys(parts.places)[0]!
  const conditioned = keepConditions(
    {
      title: title ?? titleOf(premise.subject),
      opening: '',
      player: {
        at: start,
        ...(role !== undefined && {
          description: fillSentence(choose('playerIs').replace('{the role}', withThe(role)), {}),
        }),
      },
      ...parts,
    },
    furniture,
  )
  const wantful = giveSound(giveWants(conditioned, premise, choose), premise, choose)
  const kept = wish === undefined ? wantful : withGoal(wantful, wish, goalKeyOf(wish.isUsual ? wantful : built))
  const soFar = [...youAre(premise, choose), opening, ...tradeSeen(premise, choose)]
  const goal = wish === undefined ? goalOf(kept, choose) : [choose('openingAim').replace('{aim}', () => wish.said)]
  const recalled = recalledIn(premise, { world: kept, opening: [...soFar, ...goal].join(' '), choose })
  const beginning = [...soFar, ...recalled, ...goal].filter((sentence) => sentence !== '').join(' ')
  return valid(calledByRole({ ...kept, opening: [openingOf(premise), beginning].join('\n\n') }, premise), plot)
}

function secretWorld(construction: Construction): Omit<World, 'title' | 'player'> {
  const { premise, fill, choose, id } = construction
  return {
    opening: [fill(choose('arrival')), fill(choose(hookKey(premise, id)))].join(' '),
    places: placesOf(construction),
    things: thingsOf(construction),
    people: peopleOf(construction),
    ...plotOf(construction),
  }
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
  // A person does not hide something about themselves.
  const about = [premise.subject, premise.locked, ...premise.matters, ...premise.places].filter(
    (each) => each !== undefined,
  )
  const subject = about.find(({ name }) => name !== keeper.name) ?? premise.subject
  const confidant = people.findIndex((person) => isTalking(person))
  const values = {
    subject: withThe(subject.name),
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
    fillSentence(namedIn(withPrepositions(sentence, { ...values, ...more }), { values: { ...values, ...more } }), {
      ...values,
      ...more,
    })
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
  const answer = question === undefined ? undefined : answerKeyOf(question)
  if (answer !== undefined) return answer
  if (lost && lost === subject) return 'secretLost'
  return isThingMissing ? 'secretMissing' : 'secret'
}

function openingOf({ text }: Premise): string {
  return capitalize(secondPerson(/[.!?…”"]$/.test(text) ? text : `${text}.`))
}

function youAre({ player, self, isOutside }: Premise, choose: (key: string) => string): string[] {
  const name = player?.name ?? (isOutside ? self : undefined)
  return name === undefined ? [] : [choose('youAre').replace('{player}', () => withThe(name))]
}

function hookKey({ locked, places, subject }: Premise, id: Construction['id']): string {
  if (locked) return 'hookLocked'
  if (id.missing !== undefined) return 'hookMissing'
  if (id.lost !== undefined) return 'hookLost'
  return places[0]?.name === subject.name ? 'hookStart' : 'hook'
}

// What one wants may be more than to get out of where one is locked in.
function goalKeyOf({ goals = {} }: Pick<World, 'goals'>): string | undefined {
  return Object.keys(goals)[0]
}

// The first goal, as what is to be done.
function goalOf({ goals = {} }: Pick<World, 'goals'>, choose: (key: string) => string): string[] {
  const [text] = Object.values(goals).map((goal) => String(goal.text))
  if (text === undefined) return []
  return [choose('openingGoal').replace('{goal}', () => text.charAt(0).toLowerCase() + text.slice(1))]
}

function titleOf({ name }: Named): string {
  const small = /^(?:a|an|the|of|in|on|at|and|or|to|for)$/
  const words = withThe(name)
    .split(' ')
    .map((word, index) => (index > 0 && small.test(word) ? word : capitalize(word)))
  return words.join(' ').replace(/^Your /, 'The ')
}
