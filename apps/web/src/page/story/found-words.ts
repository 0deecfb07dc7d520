import { rangeIn } from '../components/range-in.ts'

/** What a search found in a turn of the story. */
interface Found {
  /** The number of the turn, from 1; 0 for the opening. */
  turn: number
  /** The texts that fit, as they are written in the story. */
  texts: readonly string[]
}

/** Frames in which the found words must not move before the story is scrolled to them. */
const stillFrames = 3
/** Frames after which the story is not scrolled any more. */
const mostFrames = 120

/**
 * Highlights the found words in the turns on the page, without changing them, those of the turn more than the others, and scrolls to
 * its first ones. Turns that come into sight later are highlighted, too. Returns a function that ends it.
 */
export function showFound({ turn, texts }: Found): () => void {
  const story = document.querySelector<HTMLElement>('.story')
  const words = patternOf(texts)
  if (!story || !words) return () => {}
  const highlight = () => {
    if (!globalThis.Highlight) return
    const current = itemOf(story, turn)
    const here = new Highlight(...(current ? rangesIn(current, words) : []))
    here.priority = 1
    CSS.highlights.set('found', new Highlight(...rangesIn(story, words)))
    CSS.highlights.set('found-here', here)
  }
  highlight()
  // Turns are added and removed while the reader scrolls.
  const observer = new MutationObserver(highlight)
  observer.observe(story, { childList: true, subtree: true })
  const leave = scrollTo(() => firstOf(story, turn, words), story)
  return () => {
    observer.disconnect()
    leave()
    if (!globalThis.Highlight) return
    CSS.highlights.delete('found')
    CSS.highlights.delete('found-here')
  }
}

/** Scrolls to a place once it has stopped moving, unless it is in sight. */
function scrollTo(find: () => Range | undefined, story: HTMLElement): () => void {
  let [frame, still, last] = [0, 0, Number.NaN]
  let request = requestAnimationFrame(function look() {
    frame += 1
    const top = find()?.getBoundingClientRect().top
    still = top !== undefined && top === last ? still + 1 : 0
    last = top ?? Number.NaN
    if (top !== undefined && still >= stillFrames) {
      const view = story.getBoundingClientRect()
      const isInSight = top >= view.top && top < view.bottom - view.height / 8
      if (!isInSight) story.scrollTop += top - view.top - view.height / 3
      return
    }
    if (frame < mostFrames) request = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(request)
}

/** The turn of a number, or the opening, if it is on the page. */
function itemOf(story: HTMLElement, turn: number): Element | null {
  return story.querySelector(`.story-item[data-index="${turn}"]`)
}

function firstOf(story: HTMLElement, turn: number, words: RegExp): Range | undefined {
  const item = itemOf(story, turn)
  return item ? rangesIn(item, words).find(isUnfolded) : undefined
}

/** Whether a place is not below the end of a folded prompt. */
function isUnfolded(range: Range): boolean {
  const folded = range.startContainer.parentElement?.closest('.prompt-folded')
  return !folded || range.getBoundingClientRect().bottom <= folded.getBoundingClientRect().bottom
}

function rangesIn(part: Element, words: RegExp): Range[] {
  return [...part.querySelectorAll('.prompt, .prose p, .prose li, .prose pre')]
    .filter((block) => block.querySelector('p, li') === null)
    .flatMap((block) =>
      [...block.textContent.matchAll(words)].map(({ 0: { length }, index }) => rangeIn(block, index, index + length)),
    )
    .filter((range) => range !== undefined)
}

/** Finds the texts as whole words, whatever the white space in them. */
function patternOf(texts: readonly string[]): RegExp | undefined {
  const parts = [...new Set(texts)].filter((text) => text !== '').map(escaped)
  const inWord = String.raw`[\p{L}\p{N}\p{M}]`
  return parts.length === 0 ? undefined : new RegExp(`(?<!${inWord})(?:${parts.join('|')})(?!${inWord})`, 'giu')
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`)
      // The page shows one for the other.
      .replaceAll(/['’]/g, "['’]")
  )
}
