/** Whether two words differ by one typing error: a letter more, less, other, or two exchanged. Only from four letters on. */
export function isNear(known: string, typed: string): boolean {
  if (known === typed) return true
  if (known.length === 3 && typed.length === 3) return sortLetters(known) === sortLetters(typed)
  if (known.length === 3 && typed.length === 4 && typed.replace(/(.)\1/u, '$1') === known) return true
  if (known.length < 4 || typed.length < 3 || Math.abs(known.length - typed.length) > 1) return false
  let start = 0
  while (start < known.length && known[start] === typed[start]) start += 1
  let end = 0
  while (end < Math.min(known.length, typed.length) - start && known.at(-1 - end) === typed.at(-1 - end)) end += 1
  const left = known.slice(start, known.length - end)
  const right = typed.slice(start, typed.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

function sortLetters(word: string): string {
  return Array.from(word).toSorted().join('')
}
