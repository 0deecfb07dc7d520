import nlp from 'compromise/two'

/** A word of a sentence with its tags, such as `Verb`, and what stands before and after it. */
export interface Term {
  readonly text: string
  readonly pre: string
  readonly post: string
  readonly tags: readonly string[]
}

/** A sentence with its words. */
interface Sentence {
  readonly text: string
  readonly terms: readonly Term[]
}

// Several parts of a story read the same sentences, and tagging them takes most of the time.
const sentences = new Map<string, readonly Sentence[]>()
const answers = new Map<string, boolean>()
/** Most texts that are kept. */
const mostKept = 1_000

/** The sentences of a text with the tags of their words. */
export function tagged(text: string): readonly Sentence[] {
  return kept(sentences, text, () => nlp(text).json({ terms: { tags: true } }) as Sentence[])
}

/** The words of the first sentence of a text. */
export function firstTerms(text: string): readonly Term[] {
  return tagged(text)[0]?.terms ?? []
}

/** Whether words of a text match a pattern of tags, such as `#Verb`. */
export function hasTags(text: string, pattern: string): boolean {
  return kept(answers, `${pattern}\n${text}`, () => nlp(text).has(pattern))
}

function kept<Value>(all: Map<string, Value>, key: string, workOut: () => Value): Value {
  let found = all.get(key)
  if (found === undefined) {
    if (all.size >= mostKept) all.clear()
    all.set(key, (found = workOut()))
  }
  return found
}
