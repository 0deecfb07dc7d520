import { toPast } from './past-tense.ts'
import { toYou } from './person.ts'
import { asSpeech } from './speech.ts'
import { withoutQuotes } from './text.ts'

const auxiliary = 'am|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had'
const asksWhat = new RegExp(
  String.raw`^(?:who|whom|whose|what|where|when|why|how|which)(?:['’](?:s|re|d)|\s+(?:${auxiliary})(?:n['’]t)?|\s+(?:many|much|far|long|old|often)\b.*?\b(?:${auxiliary}))\b\s*\S`,
  'i',
)
const asksWhether = new RegExp(
  String.raw`^(?:(?:${auxiliary})(?:n['’]t)?\s+(?:i|we|he|she|it|they|there|anyone|anybody|somebody|someone)|(?:is|are|was|were|does|did|will|would|should)\s+(?:the|this|that|these|those|my|our|your|his|her))\b\s*\S`,
  'i',
)

/** Whether a text is a question, with or without a question mark. */
export function isQuestion(text: string): boolean {
  if (/^(?:can|could|will|would)\s+you\s/i.test(text)) return false
  return /\?[)\s]*$/.test(withoutQuotes(text)) || asksWhat.test(text) || asksWhether.test(text)
}

/** A question is asked aloud where it turns to somebody, else it is a thought. */
export function tellQuestion(text: string): { sentence: string } {
  const asked = text.replace(/[?.!\s]+$/, '')
  if (/\byou(?:r|rs|rself)?\b/i.test(asked)) return asSpeech(`${asked}?`, 'you ask')
  // Only the last of several sentences asks.
  if (/[.!?]\s/.test(asked)) return asSpeech(`${asked}?`, 'you say, half to yourself')
  const inner = toYou(asked)
  const [, verb, rest = ''] = new RegExp(String.raw`^(${auxiliary})\s+you\s+(.+)$`, 'i').exec(inner) ?? []
  if (verb === undefined) return { sentence: `You ask yourself: ${inner[0]!.toLowerCase()}${inner.slice(1)}?` }
  return { sentence: `You ask yourself whether you ${indirect(verb.toLowerCase(), rest)}.` }
}

/** "Do you have" is, told, "you have"; "did you steal" is "you stole". */
function indirect(verb: string, rest: string): string {
  if (verb === 'do') return rest
  if (verb === 'did') return toPast(rest)
  return `${verb === 'am' ? 'are' : verb} ${rest}`
}
