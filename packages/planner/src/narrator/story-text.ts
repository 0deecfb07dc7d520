import type { Passage } from './narration-events.ts'

/** A tool's passages within the turn's text. */
interface Section {
  toolId: string
  passages: Passage[]
}

/** Joins passages to one text: each starts a paragraph unless it continues the one before. */
export function joinPassages(passages: readonly Passage[]): string {
  return passages.reduce((text, passage) => {
    if (passage.append || text === '') return text + passage.text
    return `${text}\n\n${passage.text}`
  }, '')
}

/** The prose shown so far in a turn, section by section, so that what a failed attempt streamed can be withdrawn. */
export class StoryText {
  #sections: Section[] = []

  /** What a reader sees now. */
  get text(): string {
    return joinPassages(this.#sections.flatMap(({ passages }) => passages))
  }

  /** Adds a tool's passage as it streams; a tool's first always starts a paragraph. Answers with it as it is shown. */
  add(toolId: string, passage: Passage): Passage {
    const last = this.#sections.at(-1)
    if (last?.toolId === toolId) {
      last.passages.push(passage)
      return passage
    }
    const shown = { ...passage, append: false }
    this.#sections.push({ toolId, passages: [shown] })
    return shown
  }

  /** Takes back what a tool has shown; tells whether there was anything. */
  withdraw(toolId: string): boolean {
    const kept = this.#sections.filter((section) => section.toolId !== toolId)
    const had = kept.length < this.#sections.length
    this.#sections = kept
    return had
  }

  /** Tells whether a tool has shown anything. */
  has(toolId: string): boolean {
    return this.#sections.some((section) => section.toolId === toolId)
  }

  clear(): void {
    this.#sections = []
  }
}
