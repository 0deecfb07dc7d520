/**
 * Estimates the tokens of a text, rather too many than too few: models differ, and servers have no common way to count. Latin letters
 * take about a third of a token each, other characters up to one.
 */
export function estimateTokens(text: string): number {
  let others = 0
  for (const character of text) if (character > '\u007F') others += 1
  return Math.ceil((text.length - others) / 3 + others)
}

/** As much of the start of a text as takes at most `tokens`, cut between words, with an ellipsis if something is missing. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(text.slice(0, middle)) + 2 <= tokens) least = middle
    else most = middle - 1
  }
  const cut = text.slice(0, least).toWellFormed()
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'))
  return least < 8 ? '' : `${end > least / 2 ? cut.slice(0, end) : cut} …`
}
