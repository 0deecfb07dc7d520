import { planningWords } from '@narratoria/content'
import type { CatalogueEntry } from '../plan/available-scripts.ts'
import type { Clause } from '../text/clauses.ts'
import { isNegated } from '../text/negation.ts'
import { root } from '../text/stem.ts'
import { splitWords, type Word } from '../text/words.ts'

/** How well a script's description matches a clause. */
export interface Relevance {
  score: number
  start: number
  end: number
  /** Whether words of the script itself match, not only those of its skill. */
  isOwn: boolean
}

// Words without meaning for the choice of a script.
const common = new Set(planningWords.relevance.common.flatMap((line) => line.split(' ')).map(root))

// Words that occur in any story, with less weight.
const everyday = new Set(planningWords.relevance.everyday.flatMap((line) => line.split(' ')).map(root))

/** The lowest score at which a script without triggers is chosen: one specific word at the start of a clause, or two. */
export const relevanceThreshold = 2
const specificWeight = 1.5
const everydayWeight = 1
const nameBonus = 0.25
const looseShare = 0.75
/** For the first specific word of a clause, which usually is its topic. */
const leadBonus = 0.5

interface Subject {
  /** Weight of each root in the script's texts. */
  weights: Map<string, number>
  senses: Map<string, number>
  looseSenses: Map<string, number>
}

/** What a script is about: its own words, and these with the words of its skill. */
interface Subjects {
  own: Subject
  whole: Subject
}

const subjects = new WeakMap<CatalogueEntry['script'], Subjects>()

/**
 * Scores a script without triggers by the words that its names and descriptions share with a clause. Everyday words count
 * less than specific ones, and loose synonyms less than the word itself.
 */
export function scoreRelevance(entry: CatalogueEntry, clause: Clause): Relevance {
  const { own, whole } = subjectsOf(entry)
  const counted = new Set<string>()
  const lead = clause.words.findIndex((word) => isSpecific(word))
  const result: Relevance = { score: 0, start: clause.start, end: clause.end, isOwn: false }
  for (const [index, word] of clause.words.entries()) {
    const key = root(word.text)
    if (counted.has(key)) continue
    const weight = weigh(whole, word, key)
    if (weight === 0 || isNegated(clause.words, index)) continue
    counted.add(key)
    result.isOwn ||= weigh(own, word, key) > 0
    result.score += weight + (index === lead ? leadBonus : 0)
  }
  return result
}

function weigh({ weights, senses, looseSenses }: Subject, word: Word, key: string): number {
  if (!isSpecific(word)) return 0
  const near = [...word.senses].map((sense) => senses.get(sense) ?? 0)
  const loose = [...word.looseSenses].map((sense) => (looseSenses.get(sense) ?? 0) * looseShare)
  return Math.max(weights.get(key) ?? 0, ...near, ...loose)
}

function isSpecific({ text }: Word): boolean {
  return text.length > 1 && !common.has(root(text))
}

function subjectsOf(entry: CatalogueEntry): Subjects {
  let found = subjects.get(entry.script)
  if (!found) subjects.set(entry.script, (found = readSubjects(entry)))
  return found
}

function readSubjects({ skill, script }: CatalogueEntry): Subjects {
  return {
    own: readSubject([script.description], [script.name]),
    whole: readSubject(
      [skill.description, script.description, ...skill.capabilities],
      [skill.name, skill.displayName, script.name],
    ),
  }
}

function readSubject(descriptions: string[], names: string[]): Subject {
  const subject: Subject = { weights: new Map(), senses: new Map(), looseSenses: new Map() }
  const raise = (map: Map<string, number>, key: string, weight: number) =>
    map.set(key, Math.max(weight, map.get(key) ?? 0))
  const add = (texts: string[], bonus: number) => {
    for (const word of splitWords(texts.join('. ').replaceAll(/[-_]/g, ' ')).filter(isSpecific)) {
      const key = root(word.text)
      const weight = (everyday.has(key) ? everydayWeight : specificWeight) + bonus
      raise(subject.weights, key, weight)
      for (const sense of word.senses) raise(subject.senses, sense, weight)
      for (const sense of word.looseSenses) raise(subject.looseSenses, sense, weight)
    }
  }
  add(descriptions, 0)
  add(names, nameBonus)
  return subject
}
