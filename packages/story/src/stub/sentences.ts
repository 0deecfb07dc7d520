/** The sentences of a prose, without quotation marks. */
export function sentencesIn(prose: string): string[] {
  return prose
    .split(/(?<=[.!?…][”"]?)\s+|\n+/)
    .map((sentence) => sentence.replaceAll(/[“”"*_]/g, '').trim())
    .filter((sentence) => sentence !== '')
}

/** The sentences that a reader would notice again: those of more than six words. */
export function longSentencesIn(prose: string): string[] {
  return sentencesIn(prose).filter((sentence) => sentence.split(/\s+/).length > 6)
}
