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
  describe describes current`
    .split(/\s+/)
    .map(root),
)

/** The score from which a script without triggers is chosen. */
export const relevanceThreshold = 2
const nameWeight = 2
const senseWeight = 0.75

interface Subject {
  /** Weight of each root in the script's texts. */
  weights: Map<string, number>
  senses: Map<string, number>
}

const subjects = new WeakMap<CatalogueEntry['script'], Subject>()

/**
 * Scores a script without triggers against a clause by the words that its names and descriptions share with it. A word
 * of a name counts twice; a synonym counts less than the word.
 */
export function scoreRelevance(entry: CatalogueEntry, clause: Clause): Relevance {
  const subject = subjectOf(entry)
  const counted = new Set<string>()
  const result: Relevance = { score: 0, start: clause.start, end: clause.end }
  for (const [index, word] of clause.words.entries()) {
    const key = root(word.text)
    if (counted.has(key)) continue
    const weight = weigh(subject, word, key)
    if (weight === 0 || isNegated(clause.words, index)) continue
    counted.add(key)
    result.score += weight
  }
  return result
}

function weigh({ weights, senses }: Subject, word: Word, key: string): number {
  if (common.has(key) || word.text.length < 2) return 0
  const bySense = [...word.senses].map((sense) => (senses.get(sense) ?? 0) * senseWeight)
  return Math.max(weights.get(key) ?? 0, ...bySense)
}

function subjectOf(entry: CatalogueEntry): Subject {
  let subject = subjects.get(entry.script)
  if (!subject) subjects.set(entry.script, (subject = readSubject(entry)))
  return subject
}

function readSubject({ skill, script }: CatalogueEntry): Subject {
  const subject: Subject = { weights: new Map(), senses: new Map() }
  const add = (text: string, weight: number) => {
    for (const word of splitWords(text.replaceAll(/[-_]/g, ' '))) {
      const key = root(word.text)
      if (common.has(key)) continue
      subject.weights.set(key, Math.max(weight, subject.weights.get(key) ?? 0))
      for (const sense of word.senses) subject.senses.set(sense, Math.max(weight, subject.senses.get(sense) ?? 0))
    }
  }
  for (const text of [skill.name, skill.displayName, script.name]) add(text, nameWeight)
  for (const text of [skill.description, script.description, ...skill.capabilities]) add(text, 1)
  return subject
}
