import type { Passage } from './narration-events.ts'

/** Consecutive passages of one tool. */
interface Section {
  toolId: string
  passages: Passage[]
}

/** Joins passages to one text. Each starts a paragraph unless it appends to the previous one. */
export function joinPassages(passages: readonly Passage[]): string {
  return passages.reduce((text, passage) => {
    if (passage.append || text === '') return text + passage.text
    return `${text}\n\n${passage.text}`
  }, '')
}

/** The narration shown so far in a turn, by tool, so that the passages of a failed attempt can be withdrawn. */
export class StoryText {
  #sections: Section[] = []

  get text(): string {
    return joinPassages(this.#sections.flatMap(({ passages }) => passages))
  }

  /** Adds a passage of a tool and returns it as it is shown: a tool's first passage starts a paragraph. */
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

  /** Removes a tool's passages. Returns whether there were any. */
  withdraw(toolId: string): boolean {
    const kept = this.#sections.filter((section) => section.toolId !== toolId)
    const had = kept.length < this.#sections.length
    this.#sections = kept
    return had
  }

  /** Whether a passage of the tool is shown. */
  has(toolId: string): boolean {
    return this.#sections.some((section) => section.toolId === toolId)
  }

  clear(): void {
    this.#sections = []
  }
}
