import aimsData from '../premises/aims.json' with { type: 'json' }
import answers from '../premises/answers.json' with { type: 'json' }
import deedsData from '../premises/deeds.json' with { type: 'json' }
import premisesData from '../premises/en.json' with { type: 'json' }
import aim from '../premises/plots/aim.json' with { type: 'json' }
import confession from '../premises/plots/confession.json' with { type: 'json' }
import contest from '../premises/plots/contest.json' with { type: 'json' }
import danger from '../premises/plots/danger.json' with { type: 'json' }
import debt from '../premises/plots/debt.json' with { type: 'json' }
import deed from '../premises/plots/deed.json' with { type: 'json' }
import errand from '../premises/plots/errand.json' with { type: 'json' }
import escort from '../premises/plots/escort.json' with { type: 'json' }
import heist from '../premises/plots/heist.json' with { type: 'json' }
import journey from '../premises/plots/journey.json' with { type: 'json' }
import making from '../premises/plots/making.json' with { type: 'json' }
import murder from '../premises/plots/murder.json' with { type: 'json' }
import own from '../premises/plots/own.json' with { type: 'json' }
import plea from '../premises/plots/plea.json' with { type: 'json' }
import promise from '../premises/plots/promise.json' with { type: 'json' }
import reckoning from '../premises/plots/reckoning.json' with { type: 'json' }
import rescue from '../premises/plots/rescue.json' with { type: 'json' }
import search from '../premises/plots/search.json' with { type: 'json' }
import secret from '../premises/plots/secret.json' with { type: 'json' }
import siege from '../premises/plots/siege.json' with { type: 'json' }
import sleeper from '../premises/plots/sleeper.json' with { type: 'json' }
import task from '../premises/plots/task.json' with { type: 'json' }
import theft from '../premises/plots/theft.json' with { type: 'json' }
import way from '../premises/plots/way.json' with { type: 'json' }
import settings from '../premises/settings.json' with { type: 'json' }
import talk from '../premises/talk.json' with { type: 'json' }
import undertakings from '../premises/undertakings.json' with { type: 'json' }
import voices from '../premises/voices.json' with { type: 'json' }
import ways from '../premises/ways.json' with { type: 'json' }

import type { Aim, Aims, Way } from './premise-aims.ts'

export { articleFor } from './article-for.ts'
export { nounKinds } from './noun-kinds.ts'
export type { Aim, Aims, Way } from './premise-aims.ts'

/** A place, as a genre brings it along. */
export interface GenrePlace {
  name: string
  /** Other names. */
  aliases?: string[]
  description: string
  sound?: string
  smell?: string
  scenery?: Record<string, string>
}

/** A person, as a genre brings them along. `name` is what they are called without an article: `net mender`. */
export interface GenrePerson {
  name: string
  description: string
  /** Completes a sentence that begins with the name. */
  doing: string
  pronoun: 'she' | 'he' | 'they'
}

/** What a story of one genre is furnished with. */
export interface Genre {
  /** Words by which a premise is recognized, in lower case; a hyphen joins what may be two words. */
  words: string[]
  /** Weaker words, of which one decides only where no setting has one of its words. */
  hints?: string[]
  /** Whether it is one of a plot, not of a setting: a setting that is named comes first. */
  isPlot?: boolean
  /** Of a plot: the key of the genre whose places it has where the premise names none. */
  rooms?: string
  /** What the places of plots look like: `land`, `sea`, `space` or `house`. */
  setting: string
  /** Where a story begins whose premise names no place that can be entered. */
  start: GenrePlace
  /** At least four. The last is the one that is locked. */
  places: GenrePlace[]
  /** Who helps, if the premise names no person. */
  helper: GenrePerson
  /** Who keeps the secret. */
  keeper: GenrePerson
  /** The proof of the secret, what it lies in, and the key to the room. */
  token: { name: string; description: string }
  box: { name: string; description: string }
  key: { name: string; description: string }
}

/** A thing or place that a trade brings along. */
export interface TradePart {
  name: string
  isPortable?: boolean
  /** Of a thing: the player has it. */
  isHeld?: boolean
}

/** One kind of act that a premise may ask for. Its sentences have places for `{the object}`, `{a part}` and `{the destination}`. */
export interface Deed {
  /** In a premise; the player may use them, too. The first is that of a task without a verb, such as a lamp that has gone out. */
  verbs: string
  /** Verbs that only the player uses. */
  also: string[]
  /** Acts of every world that do the same. */
  acts: string
  /** Last nouns of what is acted upon; without them it may be anything. */
  objects?: string
  /** What a premise says of one that wants the act: `has gone out`. */
  state?: string
  /** What it is done with, if that is not its object: the first one, or the one that the premise names. */
  instruments?: string
  /** Whether something is brought to a place. */
  isBringing?: boolean
  /** Whether it is for what fits into a case. */
  isSmall?: boolean
  /** What closes the way there, unless the premise says it. */
  hitch?: string
  /** Last nouns of what may be wanting. */
  parts: string
  /** What is wanting, unless the premise says it, and how it looks. */
  part: string
  look: string
  /** Said as long as it is wanting. */
  lacks: string
  /** Said when the act is done. */
  done: string
}

/** A phrase that a task follows: "I must", "my job is to". The first in the list that states a task comes first. */
export interface TaskLead {
  /** What follows: an infinitive, a verb with its ending, a gerund, a participle of an act or of what is acted upon, or an infinitive whose object comes before it. */
  form: 'base' | 'finite' | 'gerund' | 'perfect' | 'passive' | 'object'
  /** A regular expression with the groups `subject`, `lacking`, `determiner`, `object` and `after`; all but the first two by its form. */
  pattern: string
  /** Whether it is an order to the player. */
  imperative?: boolean
}

/** A class of verbs, with what it takes to do what they say. Its sentences have places such as `{task}`, `{the object}` and `{a part}`. */
export interface TaskClass {
  /** In a premise; a particle or preposition follows behind `_`. */
  verbs: string
  /** Whether it is for all verbs that no other class has. */
  default?: boolean
  /** Whether it is for what a person does not allow. */
  isAny?: boolean
  /** Last nouns of what is acted upon; without them it may be anything. */
  objects?: string
  /** Whom or what it is done to: a thing or a place, a person, an animal, either, or anything. Defaults to all but persons and animals. */
  target?: 'thing' | 'person' | 'animal' | 'being' | 'place' | 'any'
  /** What it takes: a thing, knowledge, the leave of a person, what to say to a person who listens or asks, the way to a place, or to whom a thing is brought. */
  kind: 'thing' | 'word' | 'leave' | 'asking' | 'telling' | 'way' | 'errand'
  /** Whether it is for what another person has. */
  gets?: boolean
  /** Whether the person is at another place. */
  away?: boolean
  /** Verbs that the player may use, too. */
  also?: string[]
  /** Acts of every world that do the same. */
  acts?: string
  /** The thing, last nouns of others that a premise may name instead, and how it looks. */
  part?: string
  parts?: string
  look?: string
  /** Said as long as it is wanting. */
  lacks: string
  /** Said by who knows, or gives leave; what is known then; and what a refusal and its remedy sound like. */
  word?: string
  fact?: string
  refuses?: string
  lever?: string
  /** Whether a plot that the premise speaks for comes before it. */
  isYielding?: boolean
  /** Whether it is only for what can be touched. */
  isOfThings?: boolean
  /** Whether a clause may take the place of the object: "prove that he was there". */
  isClause?: boolean
  /** Whether it lasts until the time that a premise names. */
  isLasting?: boolean
  /** A regular expression for what comes behind the object. */
  rest?: string
  /** Said when it is done; of a way also if a thing was wanting for it. */
  done: string
  doneWith?: string
}

/** How a premise states a task, and how it is carried out. */
export interface Undertakings {
  leads: TaskLead[]
  /** What stands for `{word}`, `{adverb}` and `{name}` in the leads. */
  word: string
  adverb: string
  name: string
  /** Adverbs between "to" and the verb. */
  split: string
  /** What ends the words of a task, and what says until when. */
  ends: string
  untils: string
  particles: string
  prepositions: string
  /** What comes behind a pronoun, so that it is no owner: "her to read". */
  pronounEnds: string
  /** What comes before the determiner of an object. */
  quantities: string
  /** What comes before whom it must be kept or got from. */
  shunning: string
  /** What the player may say of any task instead of its verb. */
  others: string[]
  /** What the player may say instead of the whole task. */
  doing: string[]
  /** Verbs that are no task by themselves. */
  excluded: string
  /** Nouns that name nothing which can be carried. */
  abstract: string
  /** What is said of a person who knows, who stands in the way. */
  knowing: string
  /** What is said of where a person is. */
  staying: string
  hindering: string
  /** What is said of something that is to be put right, and the verb for it. */
  faults: string
  faultVerbs: { said: string; verb: string; again?: boolean; gerund?: boolean }[]
  classes: TaskClass[]
}

/** Words and sentences for stories that are built from a premise. */
export interface PremiseContent {
  /** Nouns by what they name, and words for absent people; several words a line. */
  words: Record<
    | 'person'
    | 'title'
    | 'animal'
    | 'machine'
    | 'being'
    | 'trace'
    | 'body'
    | 'room'
    | 'openable'
    | 'collective'
    | 'money'
    | 'mass'
    | 'place'
    | 'portable'
    | 'readable'
    | 'fixture'
    | 'abstract'
    | 'matter'
    | 'vessel'
    | 'chamber'
    | 'absent'
    | 'gone'
    | 'verb'
    | 'bedding'
    | 'where'
    | 'honorific'
    | 'placeOn'
    | 'placeAt'
    | 'vesselThing'
    | 'endsInS'
    | 'she'
    | 'he',
    string[]
  >
  genres: Record<string, Genre>
  /** Regular expressions by what they find in a premise, in any case of letters. */
  patterns: Record<string, string>
  /** What a premise may call a time → as it follows "by". */
  times: Record<string, string>
  /** Verbs of making, with what it takes if the premise does not say so: the material and the tool. */
  crafts: { verbs: string; objects?: string; stuff: string; tool: string }[]
  /** Acts that do what a premise says must be done, with what is wanting for them. */
  deeds: Deed[]
  /** Tasks in any words: how a premise states them, and how they are carried out by the class of the verb. */
  undertakings: Undertakings
  /** What a person wants or what is wrong or strange, and the goal in the words of the premise. */
  aims: Aims
  /** Words of a trade, and the things near a person of that trade. */
  trades: { words: string; thing?: TradePart; place?: TradePart }[]
  /** Weather and darkness by the pattern that finds them: a line for places, and what its noun is described by. */
  conditions: Record<string, { noun: string; line: string; text: string; sound: string }>
  /** People whom a plot needs and neither a premise nor its genre has. */
  strangers: Record<string, GenrePerson>
  /** What a relative is called → what they call the other, by the pronoun of the other: `sister` → `brother`. */
  kin: Record<string, Partial<Record<'he' | 'she' | 'they' | 'it' | 'many', string>>>
  plots: Record<string, PremisePlot>
  /** More aims that the player may have, each of which only says what a premise wants or leaves open. */
  offers: Aim[]
  /** Ways to try a task (`task`), and possible answers by the kind of the question. One of each is right. */
  ways: Record<string, Way[]>
  /** Ways of speaking by temperament: what a person says by the key of the occasion. Of two people in a world no one has the same. */
  voices: Record<string, Record<string, string | string[]>>
  /** Key → one sentence, or several to choose from, with places for names such as `{the keeper}`. */
  phrases: Record<string, string | string[]>
}

/** A sentence, or a choice between sentences. */
export type JsonText = string | { [key: string]: JsonText }

/** A plot for stories that are built from a premise. Without a world it is the one of a secret behind a locked door. */
export interface PremisePlot {
  /** What the premise must have: `lost`, a person, `missing`, a thing, or the need that the plot carries, such as `rescue`. */
  needs?: string
  /** What speaks for it if the premise has it: `sleeper`. */
  favours?: string
  /** What speaks against it if the premise has it: `regained`, a thing that is to be got back from one who is known. */
  unless?: string
  /** Whether it is only for premises that state no task and ask nothing. */
  isLast?: boolean
  /** Whether the first of its signs must be there. */
  isSigned?: boolean
  /** Regular expressions that speak for the plot; each counts once. */
  signs: { pattern: string; weight: number }[]
  /** Who plays which role: from the premise, by words or prepositions, or else from the genre. */
  cast?: Record<string, { from: string[]; words?: string; prepositions?: string }>
  /** What the other people of the premise are besides. */
  others?: object
  /** Said at the end of the opening; a sentence, or several to choose from by what the premise has. */
  hook?: JsonText
  /** A part of a world, with roles for ids and places for names. */
  world?: object
}

const plots = {
  confession,
  contest,
  danger,
  debt,
  deed,
  escort,
  heist,
  journey,
  making,
  murder,
  promise,
  reckoning,
  rescue,
  search,
  secret,
  siege,
  sleeper,
  theft,
  // Chance is asked for one plot after the other, so that those without signs come last.
  plea,
  task,
  way,
  errand,
  aim,
  own,
}

/** A genre as it is written: what it does not have itself is that of another one, or its places are. */
type WrittenGenre = Partial<Genre> & { like?: string }

const written = settings.genres as unknown as Record<string, WrittenGenre>

function genreOf({ like, ...own }: WrittenGenre): Genre {
  const { start, places } = own.rooms === undefined ? own : written[own.rooms]!
  if (like === undefined) return { ...own, start, places } as Genre
  const { isPlot: _, rooms: __, ...props } = genreOf(written[like]!)
  return { ...props, ...own, start, places } as Genre
}

/** Words and sentences for stories that are built from a premise. */
export const premiseContent: PremiseContent = {
  ...premisesData,
  genres: Object.fromEntries(Object.entries(written).map(([key, genre]) => [key, genreOf(genre)])),
  aims: aimsData,
  deeds: deedsData,
  undertakings,
  kin: talk.kin,
  patterns: { ...premisesData.patterns, ...talk.patterns, ...answers.patterns },
  phrases: { ...premisesData.phrases, ...talk.phrases, ...answers.phrases, ...ways.phrases },
  plots,
  voices,
  ways: ways.ways,
  offers: ways.offers,
} as unknown as PremiseContent
