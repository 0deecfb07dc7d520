const maxCharacters = 6000

/** Returns a function that removes leading white space, control characters and everything after 6,000 characters from streamed prose. */
export function createCleaner(): (text: string) => string {
  let length = 0
  return (text) => {
    const printed = text.replaceAll(/(?!\n)\p{Cc}|\p{Cf}/gu, '')
    const kept = (length === 0 ? printed.trimStart() : printed).slice(0, Math.max(0, maxCharacters - length))
    length += kept.length
    return kept
  }
}

/** Characters of prose that are not letters: quotation marks, dashes, ends of sentences, emphasis. */
const punctuation = /[\s\p{Pi}\p{Pf}\p{Pd}.,;!?…'"*_、。！？「」『』،؟।]/gu

/** Whether an answer of a model is prose in any script, and not rubbish or data. */
export function isProse(text: string): boolean {
  const rest = text.replaceAll(punctuation, '')
  const letters = rest.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0
  return letters > rest.length / 2 && !isData(text.trim())
}

/** Whether a text is JSON, perhaps in a code fence, or begins like an object or a list of it. */
function isData(text: string): boolean {
  return /^(?:```\w*\s*)?(?:\{\s*(?:"|\}|$)|\[\s*(?:["{[\]\d]|$))/.test(text)
}
