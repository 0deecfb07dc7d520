import type { CatalogueEntry } from '../catalogue/available-scripts.ts'
import type { Clause } from '../text/clauses.ts'
import { isNegated } from '../text/negation.ts'
import { root } from '../text/stem.ts'
import { splitWords, type Word } from '../text/words.ts'

/** How well a script's own description fits a part of the prompt. */
export interface Relevance {
  score: number
  start: number
  end: number
}

// Words that say nothing about what a script is for, in descriptions and in what players type.
const common = new Set(
  `a about all also an and any are as at be been but by can could do does for from get give go had has have he her here him his how i if in into is
  it its just let like make me more my new no not now of off on one or other our out over own player players please script scripts she skill skills
  so some story stories such tell than that the their them then there these they thing things this those to tool tools try up us use used user uses
  using very want wants was way we were what when where which while who whom why will with would you your action actions game turn world character
  describe describes current look see watch check ask say tell talk name whether show shows take put let`
    .split(/\s+/)
    .map(root),
)

/** The score from which a script without triggers is chosen. */
export const relevanceThreshold = 2
const nameWeight = 1.5
const maxWeight = 2
const senseWeight = 0.75
/** What a clause starts with is what it is about. */
const leadBonus = 0.5

interface Subject {
  /** Weight of each root in the script's texts. */
  weights: Map<string, number>
  senses: Map<string, number>
}

const subjects = new WeakMap<CatalogueEntry['script'], Subject>()

/**
 * Scores a script without triggers against a clause by the words that its names and descriptions share with it: a name
 * says more than a description, saying it twice more than once, and a synonym less than the word.
 */
export function scoreRelevance(entry: CatalogueEntry, clause: Clause): Relevance {
  const subject = subjectOf(entry)
  const counted = new Set<string>()
  const lead = clause.words.findIndex((word) => isTelling(word))
  const result: Relevance = { score: 0, start: clause.start, end: clause.end }
  for (const [index, word] of clause.words.entries()) {
    const key = root(word.text)
    if (counted.has(key)) continue
    const weight = weigh(subject, word, key)
    if (weight === 0 || isNegated(clause.words, index)) continue
    counted.add(key)
    result.score += weight + (index === lead ? leadBonus : 0)
  }
  return result
}

function weigh({ weights, senses }: Subject, word: Word, key: string): number {
  if (!isTelling(word)) return 0
  const bySense = [...word.senses, ...word.looseSenses].map((sense) => (senses.get(sense) ?? 0) * senseWeight)
  return Math.max(weights.get(key) ?? 0, ...bySense)
}

function isTelling({ text }: Word): boolean {
  return text.length > 1 && !common.has(root(text))
}

function subjectOf(entry: CatalogueEntry): Subject {
  let subject = subjects.get(entry.script)
  if (!subject) subjects.set(entry.script, (subject = readSubject(entry)))
  return subject
}

function readSubject({ skill, script }: CatalogueEntry): Subject {
  const subject: Subject = { weights: new Map(), senses: new Map() }
  const raise = (map: Map<string, number>, key: string, weight: number) =>
    map.set(key, Math.min(maxWeight, weight + (map.get(key) ?? 0)))
  const add = (texts: string[], weight: number) => {
    const words = splitWords(texts.join('. ').replaceAll(/[-_]/g, ' ')).filter(isTelling)
    for (const key of new Set(words.map(({ text }) => root(text)))) raise(subject.weights, key, weight)
    for (const sense of new Set(words.flatMap((word) => [...word.senses, ...word.looseSenses])))
      raise(subject.senses, sense, weight)
  }
  add([skill.name, skill.displayName, script.name], nameWeight)
  add([skill.description], 1)
  add([script.description, ...skill.capabilities], 1)
  return subject
}
