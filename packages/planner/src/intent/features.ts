import { stem } from '../text/stem.ts'

const past =
  /\b(?:was|were|did|didn'?t|had|went|came|said|told|saw|met|gave|took|found|left|got|made|heard|knew|used to|\w{2,}ed)\b/
const structure: Record<string, RegExp> = {
  asks: /^(?:(?:and|but|so|wait|hey|ok|okay|um|now|then|hmm|well) )*(?:who|whose|what|when|where|why|which|how|whats|wheres|whos)\b/,
  inverted:
    /^(?:(?:and|but|so|wait|hey|ok|now|then|hmm) )*(?:did|didnt|do|does|have|havent|has|had|was|wasnt|were|is|isnt|are|arent|am|can|could|should|shall|would|will|may|might)\b/,
  did: /\b(?:did|have|has|had|was|were|wasnt|didnt)(?:nt)? (?:i|we|he|she|they|it|you|the|that|this|there|my|our|\w+)\b/,
  past,
  first:
    /^(?:(?:and|then|so|but|now|ok|okay|first|finally|next|quickly|carefully|slowly|after|before|once|when) )*(?:i|we|im|ill|id|lets|let)\b/,
  other: /^(?:the|a|an|his|her|their|he|she|they|it|this|that|my|our)\b/,
  supposed:
    /\b(?:if|would|could|might|maybe|perhaps|imagine|pretend|wish|dream|suppose|supposing|wonder|consider|thinking|plan|hope|ought|should|unless|wouldve|wouldnt|tempted)\b/,
  reported:
    /\b(?:says?|said|tells?|told|claims?|claimed|heard|mentions?|mentioned|asks?|asked|explains?|explained|promise[sd]?|boasts?|rumou?rs?|story|legend) (?:\w+ ){0,3}(?:that|how|about|to|of|he|she|they|i|we|me|us|it)\b/,
  ordered:
    /\b(?:tells?|told|asks?|asked|orders?|ordered|forbids?|begs?|dares?|dared|wants?|urges?|warns?|lets?|watch|see|teach|accuses?|accused|blames?) (?:(?:the|a|an|my|his|her|their) )?\w+(?: \w+)? (?:not to|to|of|about|for|how)\b/,
  future: /\b(?:going to|gonna|someday|some day|one day|tomorrow|next time|eventually|when we|when i|later)\b/,
  gerund: /\b(?:of|about|from|without|against|by|on|for|point|idea|no|mind|imagine|consider) \w+ing\b/,
  negated: /\b(?:not|dont|doesnt|didnt|never|wont|cant|no|without|refuse|instead|almost|nearly|neither|rather)\b/,
  me: /\b(?:me|us)\b/,
  mine: /\b(?:my|our)\b/,
}

/** What a segment is read as for the classifier: its structure, words in context and parts of words. */
export function featuresOf(text: string): string[] {
  const asked = /\?\s*$/.test(text)
  const bare = text
    .toLowerCase()
    .replaceAll(/"[^"]*"?/g, ' quoted ')
    .replaceAll(/['’]/g, '')
  const words = bare.match(/[\p{L}\p{N}+]+/gu)?.slice(0, 60) ?? []
  const line = words.join(' ')
  const shape = Object.keys(structure).filter((name) => structure[name]!.test(line))
  if (asked) shape.push('mark')
  const features = new Set<string>(shape.map((name) => `#${name}`))
  for (const [at, name] of shape.entries()) for (const other of shape.slice(at + 1)) features.add(`#${name}+${other}`)
  const mode =
    ['supposed', 'negated', 'ordered', 'reported', 'future', 'asks', 'inverted', 'mark', 'other', 'first'].find(
      (name) => shape.includes(name),
    ) ?? 'plain'
  features.add(`#mode=${mode}`)
  const stems = words.map((word) =>
    /^\d+$|^\d*d\d+$|^\d*d\d+\+\d+$/.test(word) ? (word.includes('d') ? '<dice>' : '<number>') : stem(word),
  )
  for (const [at, word] of stems.entries()) {
    features.add(word)
    features.add(`${mode}:${word}`)
    features.add(`${at === 0 ? '^' : stems[at - 1]} ${word}`)
    if (at > 1) features.add(`${stems[at - 2]} _ ${word}`)
    if (word.length > 3)
      for (let from = 0; from + 4 <= word.length + 2; from += 1) features.add(`~${`<${word}>`.slice(from, from + 4)}`)
  }
  return [...features]
}

/** The weight index of a feature: FNV-1a. */
export function bucketOf(feature: string, size: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % size
}
