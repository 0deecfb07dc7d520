import { certainAt, lengthAt } from './adjunct.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'
import { verbOf } from './verbs.ts'

/**
 * A sentence without its clauses of reason, purpose and time that say nothing to be done: "put it on because it is cold and go up". What is
 * said or asked keeps them.
 */
export function withoutReasons(all: readonly Token[], context: NounContext): Token[] {
  const { lexicon } = context
  const sentence = withoutParentheses(all, context)
  const first = sentence[0]?.text ?? ''
  if ([...lexicon.interrogatives, ...lexicon.inversions].includes(first)) return [...sentence]
  const kept: Token[] = []
  for (let at = 0; at < sentence.length;) {
    const isReason =
      longestAt(sentence, at, lexicon.subordinators) > longestAt(sentence, at, lexicon.connectors.then) &&
      kept.some(({ kind }) => kind === 'word') &&
      !kept.some(({ text }) => isSpoken(text, lexicon))
    const circumstance = kept.some(({ text }) => isSpoken(text, lexicon)) ? 0 : certainAt(sentence, at, context)
    if (!isReason && circumstance > 0 && kept.length > 0) {
      at += circumstance
      continue
    }
    if (!isReason) {
      kept.push(sentence[at]!)
      at += 1
      continue
    }
    const length = sentence.slice(at + 1).findIndex((_, index) => isBoundary(sentence, at + 1 + index, context))
    at = length < 0 ? sentence.length : at + 1 + length
  }
  return kept
}

function isSpoken(word: string, { quoting, sayings, statives, speech }: NounContext['lexicon']): boolean {
  return quoting.includes(word) || sayings.includes(word) || statives.includes(word) || speech.includes(word)
}

// A comma, or "and" with a verb behind it.
function isBoundary(tokens: readonly Token[], at: number, { lexicon, frames }: NounContext): boolean {
  if (tokens[at]!.kind === 'mark') return true
  const { then, and } = lexicon.connectors
  const length = Math.max(longestAt(tokens, at, then), longestAt(tokens, at, and))
  const next = tokens[at + length]?.text ?? ''
  return length > 0 && (lexicon.subjects.includes(next) || verbOf(next, { lexicon, frames }) === next)
}

// "Ask him, as casually as I can, how he is", "sit down, very slowly, and wait": words between commas that are an adjunct.
function withoutParentheses(tokens: readonly Token[], context: NounContext): readonly Token[] {
  const comma = (from: number) => tokens.findIndex(({ text }, at) => at > from && text === ',')
  for (let start = comma(0); start > 0; start = comma(start)) {
    const close = comma(start)
    // "I climb up, hand over hand"
    const isLast = close < 0 && isEcho(tokens.slice(start + 1))
    if (close < 0 && !isLast) return tokens
    const end = isLast ? tokens.length : close
    const part = tokens.slice(start + 1, end)
    // "Could you tell me, Mara, where it is": as if the name stood at the end.
    if (isVocative(part, context) && !isVocative(tokens.slice(0, start), context))
      return [...tokens.slice(0, start), ...tokens.slice(end + 1), tokens[start]!, ...part]
    if (!isParenthesis(tokens.slice(start, end), context)) continue
    const { and, then } = context.lexicon.connectors
    const isJoined = longestAt(tokens, end + 1, and) > 0 || longestAt(tokens, end + 1, then) > 0
    const isKept = isJoined || isVocative(tokens.slice(0, start), context)
    return withoutParentheses([...tokens.slice(0, start), ...tokens.slice(isKept ? end : end + 1)], context)
  }
  return tokens
}

function isParenthesis(part: readonly Token[], context: NounContext): boolean {
  const { endings, particles } = context.lexicon
  const words = part.slice(1)
  if (words.length === 0) return false
  const isAdverb = ({ text }: Token) => endings.adverb.some((end) => text.endsWith(end)) || particles.includes(text)
  if (words.every(isAdverb)) return true
  // "Mara, who seems bored,"
  if (context.lexicon.relatives.includes(words[0]!.text) && words.length > 1) return true
  // The first word of an adjunct stands behind another one.
  return lengthAt([part[0]!, ...part], 2, context) >= words.length
}

function isEcho([first, , third, ...others]: readonly Token[]): boolean {
  return first !== undefined && first.text === third?.text && others.every(({ kind }) => kind === 'mark')
}

function isVocative(part: readonly Token[], { nouns, lexicon }: NounContext): boolean {
  const isName = ({ text }: Token) =>
    lexicon.titles.includes(text) ||
    nouns.some(({ kind, inScope, names }) => kind === 'person' && inScope && names.flat().includes(text))
  return part.length > 0 && part.length < 4 && part.every(isName)
}
