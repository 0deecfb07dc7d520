import { planningWords } from '@narratoria/content'
import { stem } from '../text/stem.ts'

// What a main clause looks like: a question, a report, a negation.
const structure = Object.fromEntries(
  Object.entries(planningWords.structure).map(([name, pattern]) => [name, new RegExp(pattern)]),
)

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
    [
      'supposed',
      'unreal',
      'negated',
      'ordered',
      'reported',
      'future',
      'asks',
      'inverted',
      'mark',
      'other',
      'first',
    ].find((name) => shape.includes(name)) ?? 'plain'
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
