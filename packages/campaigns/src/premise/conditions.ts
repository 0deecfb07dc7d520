import { premiseContent } from '@narratoria/content/premises'
import type { NounPhrase } from './noun-phrases.ts'

/** What a premise says about the time and the weather. */
export interface Surroundings {
  /** When it is decided, as it follows "by": `noon`. */
  time?: string
  /** Keys of the conditions of the content: `rain`, `dark`. */
  conditions: string[]
}

const { patterns } = premiseContent
const compiled = new Map<string, RegExp>()

/** Whether a pattern of the content is in a text. */
export function isSaid(name: string, text: string): boolean {
  return patternOf(name).test(text)
}

/** What the group of a pattern of the content has found at the beginning of a text. */
export function foundIn(name: string, text: string): string | undefined {
  const found = patternOf(name).exec(text)
  return found?.index !== undefined && found.index < 3 ? found[1] : undefined
}

/** A pattern of the content. */
export function patternOf(name: string): RegExp {
  let pattern = compiled.get(name)
  if (!pattern) compiled.set(name, (pattern = new RegExp(patterns[name]!, 'iu')))
  return pattern
}

/** A pattern of the content, for all places of a text. */
export function everywhere(name: string): RegExp {
  return new RegExp(patterns[name]!, 'giu')
}

/** All that a pattern of the content finds in a text; `more` stands for its place `{more}`. */
export function allOf(name: string, text: string, more = ''): RegExpExecArray[] {
  return [...text.matchAll(new RegExp(patterns[name]!.replace('{more}', more), 'giu'))]
}

/** The time and the weather that a text names. */
export function surroundingsIn(text: string): Surroundings {
  const conditions = Object.keys(premiseContent.conditions).filter((name) => isSaid(name, text))
  const [, at, within] = patternOf('time').exec(text) ?? []
  const found = (at ?? within)?.toLowerCase()
  const time = found === undefined ? undefined : (premiseContent.times[found] ?? found)
  return { conditions, ...(time !== undefined && { time }) }
}

/** What the clause of a phrase goes on with, up to the subject of another clause: one of the phrases that come next. */
export function clauseAfter(
  phrase: Pick<NounPhrase, 'text' | 'sentence'>,
  { text, next }: { text: string; next: readonly NounPhrase[] },
): string {
  const at = text.indexOf(phrase.text)
  if (at < 0) return ''
  const sentence = text.slice(at + phrase.text.length).split(/[.!?;](?=\s|$)|,? (?:but|while|because)\b/u)[0]!
  const subject = next.find((each) => each.sentence === phrase.sentence && /\band$/.test(each.precededBy))
  const end = subject ? sentence.indexOf(` and ${subject.determiner === '' ? subject.text : subject.determiner}`) : -1
  const clause = end < 0 ? sentence : sentence.slice(0, end)
  // "Madame Oriel, the fortune teller, has": an apposition is a part of the subject.
  return clause
    .replace(/^,? (?:the|a|an) [^,]*?(?:,|(?= (?:has|is|was|will|cannot|can|lies|sleeps|comes)\b))/u, '')
    .replace(/^, (?=\p{Ll})/u, '')
    .replace(/^,? ?(?:who|that) (?=(?:will|is|comes|arrives|has)\b)/u, '')
    .trim()
}
