/** Stands for a quotation. */
export const quoteMark = '\uE000'

const quotation = /“[^”]*(?:”|$)|"[^"]*(?:"|$)|«[^»]*(?:»|$)/g

export function maskQuotes(text: string): string {
  return text.replaceAll(quotation, ` ${quoteMark} `)
}

export function quotesIn(text: string): string[] {
  return text.match(quotation) ?? []
}

// A full stop behind the abbreviation of a title does not end a sentence.
const end = /(?<=[.!?…])(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Lt|Sgt|Col|Gen|Rev|Mme|Mlle)\.)\s+|\n+/u

/** The sentences of a text, without their final punctuation marks. */
export function sentencesOf(text: string): string[] {
  return text.split(end).filter((sentence) => sentence.trim() !== '')
}

/** The words in lower case, and each {@link quoteMark}. A possessive ending is a word of its own. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().matchAll(/\uE000|[\p{L}\p{N}-]+|['’]s\b/gu)
  return [...words].map(([word]) => (word === '’s' ? "'s" : word))
}

/** Where a name stands among words. `end` is the position after it, and after its possessive ending if it is an owner. */
export function namesWithin(
  words: readonly string[],
  name: readonly string[],
): { start: number; end: number; isOwner: boolean }[] {
  return words.flatMap((_, start) => {
    if (!name.every((word, at) => words[start + at] === word)) return []
    const end = start + name.length
    const isOwner = words[end] === "'s"
    return [{ start, end: isOwner ? end + 1 : end, isOwner }]
  })
}
