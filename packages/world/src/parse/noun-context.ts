import type { Scene } from '../scene/scene.ts'
import type { FrameIndex } from './frames.ts'
import type { Lexicon } from './lexicon.ts'
import type { Noun } from './nouns.ts'

/** What pronouns refer to at a point of the prompt. */
export interface Referents {
  it?: string
  him?: string
  her?: string
  them?: string[]
  /** What people were asked about. */
  topic?: string
  /** What the act before was done with and to, for "the other one". */
  recent?: string[]
}

/** What clauses and noun phrases are read with. */
export interface NounContext {
  scene: Scene
  nouns: readonly Noun[]
  lexicon: Lexicon
  frames: FrameIndex
  referents: Referents
  /** Where a thing must be: "on the table". */
  only?: (noun: Noun) => boolean
  /** The person whom the words before, in the same prompt, were said to. */
  partner?: string
  /** Whether an act before has changed what is in sight: "everything" is then all that is there at that time. */
  isChanged?: boolean
  /** Roles that were read with these referents, by act, role and words. */
  memo?: Map<string, RoleMeaning | undefined>
}

export type RoleMeaning = Meaning & { text: string }

/** What a noun phrase means. */
export interface Meaning {
  /** Ids; or the words themselves where nothing has that name. */
  ids: string[]
  /** Certainty: 3 a whole name, 2.5 a part or a pronoun, 1.5 a typing error, −1 unknown. */
  score: number
  /** Several things fit equally. */
  between?: string[]
}

/** Which of several things a role rather means: the higher, the better. */
export type Preference = (noun: Noun) => number

/** The elements with the highest value. */
export function bestBy<T>(all: readonly T[], value: (each: T) => number): T[] {
  const best = Math.max(...all.map(value))
  return all.filter((each) => value(each) === best)
}
