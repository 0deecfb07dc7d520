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
