/** How many words a text has, as writers count them: by the space between them. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}
