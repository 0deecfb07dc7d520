/** The part of an element between two offsets of its text. */
export function rangeIn(block: Element, start: number, end: number): Range | undefined {
  const range = document.createRange()
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let before = 0
  let isStarted = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text
    if (!isStarted && start < before + length) {
      range.setStart(node, start - before)
      isStarted = true
    }
    if (isStarted && end <= before + length) {
      range.setEnd(node, end - before)
      return range
    }
    before += length
  }
  return undefined
}
