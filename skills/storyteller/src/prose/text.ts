const longest = 220

/** One line of readable text, at most a few sentences. */
export function clean(text: string, most = longest): string {
  const line = text
    // Remove terminal escape sequences whole, not only their control character.
    .replace(/(?!\s)\p{Cc}\[[\d;?]*[A-Za-z]/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[*_`#<>[\]{}|\\]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  if (end > most / 3) return cut.slice(0, end + 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).replace(/[\s,;:]+$/, '')} …`
}

/** Makes one sentence of several, without its stop, so that it can stand inside another. */
export function oneSentence(text: string): string {
  return (
    text
      // Speech that ends before "I shout" is a part of its sentence.
      .replace(/[.!?…]+(["”»]?)\s+(?=\S)/gu, (found, quote: string, at: number) =>
        quote !== '' && /^(?:\p{Ll}|I\b|We\b)/u.test(text.slice(at + found.length)) ? found : `${quote}; `,
      )
      .replace(/[.!\s]+$/, '')
  )
}

/** Ends a sentence with a full stop unless it has an end. */
export function finish(sentence: string): string {
  return /[.!?…]["”’»]*$/.test(sentence) ? sentence : `${sentence}.`
}

/** Splits a text into sentences. Quoted speech is not split. */
export function splitSayings(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const { index, 0: found } of text.matchAll(/["“][^"”]*["”]|[.!?…]+["”]?\s+(?=\S)/gu)) {
    if (/^["“]/.test(found) || /\b(?:mr|mrs|ms|dr|st|vs|no|dc)$/i.test(text.slice(start, index))) continue
    pieces.push(text.slice(start, index + found.length).trim())
    start = index + found.length
  }
  return [...pieces, text.slice(start).trim()].filter((piece) => piece !== '')
}

/** Capitalizes the first letter of a sentence. */
export function capitalize(sentence: string): string {
  return sentence.replace(/^(["“«]?)(\p{Ll})/u, (_, quote: string, letter: string) => quote + letter.toUpperCase())
}

/** Removes quoted speech. */
export function withoutQuotes(text: string): string {
  return text.replace(/["“][^"”]*["”]/g, ' ')
}
