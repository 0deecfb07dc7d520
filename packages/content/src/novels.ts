import beginData from '../novels/kinds-begin.json' with { type: 'json' }
import endData from '../novels/kinds-end.json' with { type: 'json' }
import middleData from '../novels/kinds-middle.json' with { type: 'json' }
import namesData from '../novels/names.json' with { type: 'json' }
import plotsData from '../novels/plots.json' with { type: 'json' }
import poolsData from '../novels/pools.json' with { type: 'json' }
import sequencesData from '../novels/sequences.json' with { type: 'json' }
import wordsData from '../novels/words.json' with { type: 'json' }

/** A kind of scene: who is in it, what it needs and changes, and how it is narrated. Texts have slots such as `{hero}`. */
export interface SceneKind {
  /** The act that it belongs to, from 1 to 4. */
  act: number
  /** The role of the person whom the protagonist meets. */
  other: NovelRole
  /** The role of another person who is present. */
  third?: NovelRole
  /** The role of its place. */
  place: 'start' | 'near' | 'far' | 'desk' | 'vault'
  /** Whether it ends its act. */
  turning?: boolean
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
export type NovelRole = 'ally' | 'keeper' | 'rival' | 'witness'

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

/** Words and sentences for novels that are written without a model. */
export interface NovelContent {
  kinds: Record<string, SceneKind>
  plots: Record<'thing' | 'person' | 'place', NovelPlot[]>
  /** Names for what the plot needs and the premise does not name. */
  papers: string[]
  boxes: string[]
  keys: string[]
  details: string[]
  wants: string[]
  obstacles: string[]
  /** Nouns for several people together. */
  groups: string[]
  /** Premises for novels that begin without one. */
  ideas: { genre: string; premise: string }[]
  /** Genre of a premise to the words by which a player may name it. */
  genreWords: Record<string, string>
  names: Record<'she' | 'he' | 'family' | 'witness' | 'rival' | 'hero' | 'keeper', string[]>
  /** Sentences for several kinds of scenes. `meet`, `self` and `charge` introduce a person, the protagonist and the keeper. */
  pools: Record<
    'arrive' | 'thing' | 'person' | 'place_subject' | 'link' | 'gesture' | 'thought' | 'meet' | 'self' | 'charge',
    string[]
  >
  tones: Record<string, string[]>
  toneWords: Record<string, string>
  /** Orders of the scenes of a part, as kinds, each act a list. A kind with a question mark can be left out. */
  sequences: string[][][]
  /** The titles of the four acts. */
  actTitles: string[]
  /** Verbs by which people act and handle things, words of sentences that narrate of something else than now, words of tenses and persons, and words without a capital in titles. */
  words: Record<'acts' | 'handles' | 'recalls' | 'past' | 'present' | 'first' | 'second' | 'third' | 'small', string[]>
  /** Sentences for scenes with an intention of their own. */
  free: Record<string, string[]>
}

const {
  papers,
  boxes,
  keys,
  details,
  wants,
  obstacles,
  groups,
  ideas,
  genre_words: genreWords,
  thing,
  person,
  place,
} = plotsData
const { tones, tone_words: toneWords, ...pools } = poolsData

/** Words and sentences for novels that are written without a model. */
export const novelContent: NovelContent = {
  kinds: { ...beginData, ...middleData, ...endData } as unknown as Record<string, SceneKind>,
  plots: { thing, person, place },
  papers,
  boxes,
  keys,
  details,
  wants,
  obstacles,
  groups,
  ideas,
  genreWords,
  names: namesData,
  pools,
  tones,
  toneWords,
  sequences: sequencesData.sequences,
  actTitles: sequencesData.actTitles,
  free: sequencesData.free,
  words: wordsData,
}
