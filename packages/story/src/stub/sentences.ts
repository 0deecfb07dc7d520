/** The sentences of a prose, without quotation marks. A question and who asks it are one sentence. */
export function sentencesIn(prose: string): string[] {
  return prose
    .split(/(?<=[.!?…])\s+|(?<=[.!?…][”"])\s+(?!\p{Ll})|\n+/u)
    .map((sentence) => sentence.replaceAll(/[“”"*_]/g, '').trim())
    .filter((sentence) => sentence !== '')
}

/** The sentences that a reader would notice again: those of more than six words. */
export function longSentencesIn(prose: string): string[] {
  return sentencesIn(prose).filter((sentence) => sentence.split(/\s+/).length > 6)
}
