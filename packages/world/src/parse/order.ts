import type { Act } from '../model/act.ts'
import { readClause } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import { trimClause } from './trim.ts'
import { type Token, tokenize } from './tokens.ts'
import { verbOf } from './verbs.ts'

/** Acts that are not orders: they only put words to a person, or are a question. */
const spoken = new Set(['ask', 'tell', 'talk', 'say', 'recall', 'hint', 'listen', 'inventory'])

/** Acts that a question with "can you" does not ask for. */
const looking = new Set(['look', 'examine', 'search', 'smell', 'find'])

/**
 * Adds to words that are said to a person what they are to do, if the words are an order: "open the door", "could you wait here?". An order
 * that is not an act of the world is the act `do`, or `let` if it asks for leave.
 */
export function withOrder(act: Act, context: NounContext): Act {
  if (act.act !== 'say' || act.person === undefined || act.text === undefined || act.topic !== undefined) return act
  const order = orderIn(act.text, { person: act.person, context })
  return order ? { ...act, order } : act
}

function orderIn(text: string, { person, context }: { person: string; context: NounContext }): Act | undefined {
  const { lexicon } = context
  const said = withoutName(tokenize(text, lexicon), person, context)
  const asks = /\?\s*$/.test(text)
  const { start, isAsked } = startOf(said, lexicon)
  const words = withoutYou(said.slice(start), context)
  const first = words[0]?.text ?? ''
  if (first === '' || lexicon.articles.includes(first) || lexicon.subjects.includes(first) || (asks && !isAsked))
    return undefined
  if (longestAt(words, 0, lexicon.leads) > 0) return { act: 'lead' }
  if (longestAt(words, 0, lexicon.follows) > 0) return { act: 'follow' }
  if (longestAt(words, 0, lexicon.stays) > 0) return { act: 'wait' }
  if (longestAt(words, 0, [...lexicon.negations, ...lexicon.greetings]) > 0) return undefined
  // "Let me pass"
  if (lexicon.lets.includes(first) || longestAt(words, 0, lexicon.passing) > 0) return { act: 'let' }
  if (lexicon.helping.includes(first)) return { act: 'help' }
  const isFiller = lexicon.fillers.includes(first) && !lexicon.otherVerbs.includes(first)
  if (isFiller || verbOf(first, context) !== first || lexicon.directions[first]) return undefined
  const read = readClause(trimClause(words, context), context)
  if (read && (spoken.has(read.act.act) || (asks && looking.has(read.act.act)))) return undefined
  return read?.act ?? (asks ? undefined : { act: lexicon.motions.includes(first) ? 'go' : 'do' })
}

// "You do it", "you take them", but not "you know it" or "you took it"
function withoutYou(words: readonly Token[], { lexicon, frames }: NounContext): readonly Token[] {
  const { addressees, statives, pronouns, helping } = lexicon
  const [first, verb, object, ...others] = words.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const isOrder =
    addressees.includes(first ?? '') &&
    verb !== undefined &&
    (helping.includes(verb) || (!statives.includes(verb) && verbOf(verb, { lexicon, frames }) === verb)) &&
    [...pronouns.it, ...pronouns.them].includes(object ?? '') &&
    others.length === 0
  return isOrder ? words.slice(1) : words
}

// Words in front of the verb. "Could you" makes an order of a question; a subject makes a statement.
function startOf(
  tokens: readonly Token[],
  { inversions, addressees, courtesies, softeners }: NounContext['lexicon'],
): { start: number; isAsked: boolean } {
  let start = 0
  let isAsked = false
  while (start < tokens.length) {
    const [word, next] = [tokens[start]!, tokens[start + 1]]
    const isRequest = inversions.includes(word.text) && addressees.includes(next?.text ?? '')
    const length = longestAt(tokens, start, [...courtesies, ...softeners])
    if (isRequest) isAsked = true
    if (!isRequest && word.kind !== 'mark' && length === 0) break
    start += isRequest ? 2 : Math.max(length, 1)
  }
  return { start, isAsked }
}

function withoutName(tokens: readonly Token[], person: string, { nouns }: NounContext): readonly Token[] {
  const names = new Set(nouns.find(({ id }) => id === person)?.names.flat())
  const isName = (token: Token | undefined) => token !== undefined && (token.kind === 'mark' || names.has(token.text))
  let [start, end] = [0, tokens.length]
  while (start < end && isName(tokens[start])) start += 1
  while (end > start && isName(tokens[end - 1])) end -= 1
  return tokens.slice(start, end)
}
