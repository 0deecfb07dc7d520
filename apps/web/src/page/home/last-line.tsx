import { useLayoutEffect, useRef } from 'react'

/** The last words of a story in the lines that fit. A text that is too long is cut at a word. */
export function LastLine({ text }: { text: string }) {
  const line = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = line.current!
    let isOver = false
    const fit = () => void (isOver || fitWords(element, text))
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    // The words are wider or narrower once their font is loaded.
    void document.fonts?.ready.then(fit)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [text])
  return (
    <span ref={line} className="story-card-line" dir="auto">
      {text}
    </span>
  )
}

/** Shows as many words as fit into the height of an element that hides the rest. */
function fitWords(element: HTMLElement, text: string): void {
  const words = text.split(' ')
  const show = (count: number) => void (element.firstChild!.nodeValue = firstWords(words, count))
  const fits = () => element.scrollHeight <= element.clientHeight
  show(words.length)
  if (fits()) return
  let [fitting, tooMany] = [1, words.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    show(middle)
    if (fits()) fitting = middle
    else tooMany = middle
  }
  show(fitting)
}

/** The first words of a text. A comma or the like before the ellipsis is dropped. */
export function firstWords(words: readonly string[], count: number): string {
  if (count >= words.length) return words.join(' ')
  return `${words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,;:–—-]+$/u, '')}…`
}
