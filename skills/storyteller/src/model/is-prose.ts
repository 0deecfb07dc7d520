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
