import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { World } from '@narratoria/world'
import { needOfAim } from './aims.ts'
import { needOfWish } from './any-task.ts'
import { ownPlot } from './choose-plot.ts'
import { isSaid, patternOf } from './conditions.ts'
import { capitalize } from './furnish.ts'
import { isInfinitive } from './infinitive.ts'
import { type Need, type Read, withDeadline } from './needs.ts'
import { secondPerson } from './second-person.ts'
import { firstTerms } from './tagged.ts'
import { inLowerCase } from './words.ts'

/** What the player wants. */
export interface Wish {
  /** As a goal has it, without a full stop: `open the chest`. */
  words: string
  /** As the opening has it: `to open the chest.` */
  said: string
  kind: 'see' | 'question' | 'task' | 'other'
  /** Whether it is what the story is about without a wish. */
  isUsual?: boolean
}

/** Most letters of a wish. */
const longest = 200

/** An answer to what the player wants, in any words: "I want to open the chest.", "find out who sings", "revenge". */
export function wishOf(answer: string): Wish {
  const whole = answer
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
  const bare = whole.replace(/[.!\s]+$/u, '')
  const asked = bare.replace(/\?$/u, '').replace(patternOf('answer.lead'), '')
  if (isAlike(bare, String(premiseContent.phrases['answer.see']))) return wish(asked, 'see')
  const question = asked.replace(patternOf('answer.asking'), '')
  if (question !== asked || settledIn(asked) !== undefined) return wish(asked, 'question')
  if (bare.endsWith('?') || isSaid('answer.question', asked)) return wish(goalOfQuestion(asked), 'question')
  return wish(asked, isTask(asked) ? 'task' : 'other')
}

function wish(words: string, kind: Wish['kind']): Wish {
  const own = secondPerson(words)
  const isName = kind === 'other' && firstTerms(own)[0]?.tags.includes('ProperNoun') === true
  const lower = isName ? own : inLowerCase(own)
  const end = /[”"’]$/u.test(lower) ? '' : '.'
  if (kind !== 'other') return { words: lower, said: `to ${lower}${end}`, kind }
  const key = /^that\b/iu.test(lower) ? 'answer.seeTo' : 'answer.get'
  return { words: fillSentence(String(premiseContent.phrases[key]), { thing: lower }), said: `${lower}${end}`, kind }
}

// "Leave", "not be seen", but not "revenge".
function isTask(words: string): boolean {
  const [verb = '', ...rest] = words.replace(/^not (?:to )?/iu, '').split(' ')
  const isNoun = rest.length === 0 && firstTerms(verb)[0]?.tags.includes('Noun') === true
  return !isNoun && isInfinitive(verb.toLowerCase())
}

function isAlike(one: string, other: string): boolean {
  const bare = (words: string) =>
    words
      .toLowerCase()
      .replace(/^to /, '')
      .replace(/[.!?]$/u, '')
  return bare(one) === bare(other)
}

const inverted = new RegExp(premiseContent.patterns['answer.inverted']!, 'u')

/** The goal of a question: `find out where the king is`. */
export function goalOfQuestion(question: string): string {
  const [, asking = '', verb = '', rest = ''] = inverted.exec(inLowerCase(question)) ?? []
  const isClause =
    /^(?:who|what) /i.test(question) &&
    !/^\S+ (?:do|does|did|is|are|was|were|can|could|will|would|should) /i.test(question) &&
    !/^\S+ (?:has|have|had) (?:(?:he|she|it|they|we|you|I|the|an?|my|your|his|her|their|our)\b|\p{Lu})/u.test(question)
  if (
    verb !== '' &&
    !/ /.test(
      rest
        .replace(/^(?:the|an?|my|our|your|his|her|their|this|that) /u, '')
        .replaceAll(/\p{Lu}\S+ ?/gu, '')
        .trim(),
    )
  )
    return findOut(`${asking} ${rest} ${verb}`)
  if (isClause || / (?:to|is|are|was|were|has|have|had)$/.test(question)) return findOut(inLowerCase(question))
  return fillSentence(String(premiseContent.phrases['answer.settle']), { question: `${capitalize(question)}?` })
}

/** What a goal asks, and whether the question is quoted, because it is no clause: `answer the question “Is it true?”`. */
export function questionOfGoal(goal: string): { question: string; isQuoted: boolean } {
  const settled = settledIn(goal)
  return { question: settled ?? goal.replace(patternOf('answer.asking'), ''), isQuoted: settled !== undefined }
}

function settledIn(goal: string): string | undefined {
  const [before = '', after = ''] = String(premiseContent.phrases['answer.settle']).split('{question}')
  return goal.startsWith(before) && goal.endsWith(after)
    ? goal.slice(before.length, goal.length - after.length)
    : undefined
}

function findOut(question: string): string {
  return fillSentence(String(premiseContent.phrases['answer.find']), { question })
}

/** The need of what the player wants: a plot carries it only if it is about just this. */
export function needForWish({ words, kind }: Wish, read: Read): Need {
  if (kind === 'see' || kind === 'other') return ownNeed(words, kind, read)
  if (kind === 'task') return withDeadline(asWished(needOfWish(words, read), words), read)
  const question = words.replace(patternOf('answer.asking'), '')
  return withDeadline(asWished(needOfAim({ words, question, index: 0 }, read), words), read)
}

function ownNeed(words: string, kind: 'see' | 'other', read: Read): Need {
  const need = needOfAim({ words, index: 0 }, read)
  const { wholeVerbs: _, ...values } = need.values
  return {
    ...need,
    plot: ownPlot,
    values: { ...values, task: words, Task: capitalize(words), ...(kind === 'see' && { see: 'yes' }) },
  }
}

// Word for word, and before any other plot.
function asWished(need: Need, words: string): Need {
  const values = need.plot === 'aim' ? { ...need.values, task: words } : need.values
  return { ...need, values, isYielding: false }
}

/** A world whose first goal is what the player wants, in their words: the one of the plot that carries it. */
export function withGoal(world: World, { words }: Wish, key: string | undefined): World {
  const goal = key === undefined ? undefined : world.goals?.[key]
  if (key === undefined || goal === undefined) return world
  const text = /[”"’]$/u.test(words) ? capitalize(words) : `${capitalize(words)}.`
  return { ...world, goals: { [key]: { ...goal, text }, ...without(world.goals!, key) } }
}

function without<T>(all: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== key))
}

/** The first goal of a world, without a full stop, if it has no word that its premise does not have. */
export function goalInOwnWords({ goals = {} }: Pick<World, 'goals'>, { text }: Pick<Read, 'text'>): string | undefined {
  const [goal] = Object.values(goals).map((each) => String(each.text))
  if (goal === undefined) return undefined
  const { words } = wishOf(goal)
  return isInOwnWords(words, text) ? words : undefined
}

/** Whether words that a player may want say nothing that a premise does not, and are a sentence. */
export function isInOwnWords(words: string, text: string): boolean {
  const known = text.toLowerCase()
  const long: string[] = words.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const isKnown = (word: string) =>
    isSaid('answer.goalWord', word) || known.includes(word.slice(0, Math.max(4, word.length - 2)))
  return long.every((word) => isKnown(word)) && !isSaid('answer.garbled', words)
}
