import { language } from '../language/text.ts'

/** A sentence of the story on the page. */
export interface SpokenSentence {
  text: string
  /** The element that holds it. */
  block: HTMLElement
  /** Offsets in the text of the element. */
  start: number
  end: number
}

const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })

/** The sentences of the prose in an element, in order. */
export function sentencesIn(prose: Element): SpokenSentence[] {
  return [...prose.querySelectorAll<HTMLElement>('p, li, pre')]
    .filter((block) => block.querySelector('p, li') === null)
    .flatMap((block) =>
      [...segmenter.segment(block.textContent)].map(({ segment, index }) => ({
        text: segment.trim(),
        block,
        start: index,
        end: index + segment.trimEnd().length,
      })),
    )
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}
