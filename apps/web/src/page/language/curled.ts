/** A text with the apostrophes of a book. They have the same length, so that places in the text stay the same. */
export function curled(text: string): string {
  return text.replaceAll(/(?<=[\p{L}\p{N}])'(?=\p{L}|\s|[.,!?;:]|$)/gu, '’')
}
