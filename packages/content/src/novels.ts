import accusedData from '../novels/kinds-accused.json' with { type: 'json' }
import beginData from '../novels/kinds-begin.json' with { type: 'json' }
import besideData from '../novels/kinds-beside.json' with { type: 'json' }
import debtData from '../novels/kinds-debt.json' with { type: 'json' }
import endData from '../novels/kinds-end.json' with { type: 'json' }
import middleData from '../novels/kinds-middle.json' with { type: 'json' }
import rescueData from '../novels/kinds-rescue.json' with { type: 'json' }
import returnData from '../novels/kinds-return.json' with { type: 'json' }
import rivalryData from '../novels/kinds-rivalry.json' with { type: 'json' }
import searchData from '../novels/kinds-search.json' with { type: 'json' }
import namesData from '../novels/names.json' with { type: 'json' }
import plotsData from '../novels/plots.json' with { type: 'json' }
import poolsData from '../novels/pools.json' with { type: 'json' }
import sequencesData from '../novels/sequences.json' with { type: 'json' }
import shapesData from '../novels/shapes.json' with { type: 'json' }
import variantsData from '../novels/variants.json' with { type: 'json' }
import wordsData from '../novels/words.json' with { type: 'json' }

/**
 * A kind of scene: who is in it, what it needs and changes, and how it is narrated. Texts have slots such as `{hero}`, and choices such
 * as `[the rail|a post]`.
 */
export interface SceneKind {
  /** The act that it belongs to, from 1 to 4. */
  act: number
  /** The role of the person whom the protagonist meets. */
  other: NovelRole
  /** The role of another person who is present. */
  third?: NovelRole
  /** The role of its place. */
  place: 'start' | 'near' | 'far' | 'desk' | 'vault'
  /** The genres that it does not fit, and words for a protagonist whom it does not fit. */
  unfit?: string[]
  /** Whether it ends its act. */
  turning?: boolean
  /** Whether it is the first of a part. */
  opens?: boolean
  /** Whether it introduces its other person itself. */
  known?: boolean
  /** The subplot that it belongs to. */
  subplot?: string
  /** Whether the scene begins with a view of its place. Defaults to true. */
  arrives?: boolean
  /** Whether the people have time for small gestures. Defaults to true. */
  gestures?: boolean
  purpose: string
  titles: string[]
  summary: string
  needs?: [check: 'has' | 'knows', who: string, what: string][]
  changes: [change: 'learn' | 'move' | 'make' | 'set', what: string, to?: string][]
  /** The things that are handled. */
  uses?: string[]
  raises?: { category: string; importance: 'high' | 'medium' | 'low'; text: string }[]
  closes?: { category: string; text: string }[]
  relation?: { with?: 'third'; status: string; event: string }
  open: string[]
  talk: string[]
  turn: string[]
  close: string[]
}

/** A role that a person has in one part of a novel. */
export type NovelRole = 'ally' | 'keeper' | 'rival' | 'witness' | 'sub1' | 'sub2' | 'sub3' | 'sub4'

/** A secret about a thing, a person or a place of the premise. */
export interface NovelPlot {
  lie: string
  secret: string
  motive: string
  /** The small thing that is found. */
  sign: string
  stake: string
  clues: string[]
}

/** A shape of a plot: what is wanted in each act, and the order of its scenes. */
export interface PlotShape {
  /** Words of a premise that ask for it. */
  words: string[]
  /** Whether it is only chosen before others if the premise asks for it. */
  rare?: boolean
  /** Whether the first part only has it if the premise asks for it. */
  later?: boolean
  /** Whether its subject must be something that can be carried, or a person. */
  carried?: boolean
  /** Whether someone of the premise who is against the protagonist is the rival. */
  opposes?: boolean
  /** What its subject can be. */
  categories: ('thing' | 'person' | 'place')[]
  /** Where the token is at first: in the box, or with the person of a role. */
  token_at: string
  acts: { title: string; want: string }[]
  /** The kinds of scenes, each act a list. A kind with a question mark can be left out, the highest number first. */
  sequence: string[][]
  /** The secrets to choose from. Empty for those of the category of the subject. */
  plots: (NovelPlot & { token: string })[]
}

/** Words and sentences for novels that are written without a model. */
export interface NovelContent {
  kinds: Record<string, SceneKind>
  plots: Record<'thing' | 'person' | 'place', NovelPlot[]>
  /** The shape and the secrets for a premise that asks who did something. `{deed}` is what was done. */
  deeds: { shape: string; plots: NovelPlot[] }
  /** Names for what the plot needs and the premise does not name. */
  papers: string[]
  boxes: string[]
  keys: string[]
  details: string[]
  obstacles: string[]
  /** English premises for one in another language, by what can be taken from it, and the words before a place in other languages. */
  foreign: Record<'person_and_place' | 'person' | 'place' | 'neither' | 'place_words', string>
  /** Words before the name of a thing that another thing has already. */
  ordinals: string[]
  /** What a novel is about if its premise names only people who act in it. */
  matters: string[]
  /** Someone of one's own, or a place where one works, to what one is to them: a landlord has a tenant. */
  counterparts: Record<string, string>
  /** Roles that a person of any gender has, although a premise may read otherwise. */
  anyGender: string[]
  /** Genre to what its protagonist can be. */
  trades: Record<string, string[]>
  /** Frequent English words, by which an English premise is recognized. */
  english: string[]
  /** Nouns for several people together. */
  groups: string[]
  /** Premises for novels that begin without one. */
  ideas: { genre: string; premise: string }[]
  /** Genre of a premise to the words by which a player may name it. */
  genreWords: Record<string, string>
  names: Record<'she' | 'he' | 'known_she' | 'known_he' | 'family' | 'witness' | 'rival' | 'hero' | 'keeper', string[]>
  /** Sentences for several kinds of scenes. `meet`, `kin`, `self` and `charge` introduce a person, a relative, the protagonist and the keeper; `bridge` begins a later part. */
  pools: Record<
    | 'arrive'
    | 'thing'
    | 'person'
    | 'place_subject'
    | 'link'
    | 'gesture'
    | 'thought'
    | 'meet'
    | 'kin'
    | 'self'
    | 'charge'
    | 'about'
    | 'bridge',
    string[]
  >
  tones: Record<string, string[]>
  toneWords: Record<string, string>
  /** The tones that suit a genre. */
  genreTones: Record<string, string[]>
  /** The shapes that parts of a novel can have. */
  shapes: Record<string, PlotShape>
  /** Scenes with a person of their own that run through all parts, and what that person can be. */
  subplots: Record<string, { beats: string[]; roles: string[] }>
  /** Kinds of scenes that any part can have, each once. Those of one list come in this order. */
  extras: string[][]
  /** Sentences about a place, by genre. */
  colours: Record<string, string[]>
  /**
   * Verbs by which people act and handle things, words of sentences that narrate of something else than now, words of tenses and persons,
   * words without a capital in titles, places that one is in or on, people whom one knows, things that nobody can carry away, what a
   * deadline can be, and words that end like a verb of the third person and are none.
   */
  words: Record<
    | 'acts'
    | 'handles'
    | 'recalls'
    | 'past'
    | 'present'
    | 'first'
    | 'second'
    | 'third'
    | 'small'
    | 'inside'
    | 'upon'
    | 'kin'
    | 'fixed'
    | 'events'
    | 'notVerbs',
    string[]
  >
  /** Words of what cannot be: by the word for a person who cannot notice it, and by the genre that does not have it. */
  absent: { people: Record<string, string[]>; genres: Record<string, string[]> }
  /** Verbs to the nouns of what they say: a departure is that somebody leaves. */
  nouns: Record<string, string>
  /** Verbs, as patterns, of sentences that tell of a change, and words of sentences that tell of none. */
  changes: Record<
    | 'dies'
    | 'dead_but'
    | 'kills'
    | 'leaves'
    | 'gives'
    | 'takes'
    | 'loses'
    | 'destroys'
    | 'destroyed'
    | 'away'
    | 'unreal',
    string[]
  >
  /** Phrases of one meaning, the first as a pattern, the verbs of speech that can replace another one, and patterns of questions. */
  variants: {
    groups: string[][]
    speech: string[][]
    tags: Record<string, string[]>
    thoughts: string[]
    questions: string[]
  }
  /** Sentences for scenes with an intention of their own. */
  free: Record<string, string[]>
}

const { any_gender: anyGender, genre_words: genreWords, thing, person, place, ...plots } = plotsData
const { absent, changes, nouns, ...words } = wordsData
const { tones, tone_words: toneWords, ...pools } = poolsData
const { shapes, about, bridge, genre_tones: genreTones, ...others } = shapesData

/** Words and sentences for novels that are written without a model. */
export const novelContent: NovelContent = {
  kinds: {
    ...beginData,
    ...middleData,
    ...endData,
    ...searchData,
    ...debtData,
    ...accusedData,
    ...rescueData,
    ...returnData,
    ...rivalryData,
    ...besideData,
  } as unknown as Record<string, SceneKind>,
  ...plots,
  plots: { thing, person, place },
  anyGender,
  genreWords,
  names: namesData,
  pools: { ...pools, about, bridge },
  tones,
  toneWords,
  genreTones,
  shapes: shapes as unknown as Record<string, PlotShape>,
  ...others,
  free: sequencesData.free,
  words,
  absent,
  changes,
  nouns,
  variants: variantsData,
}
