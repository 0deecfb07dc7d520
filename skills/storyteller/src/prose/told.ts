import type { JsonValue } from '@narratoria/protocol'

/** How many turns a sentence must stay unsaid. */
export const turnsBetween = 10

/**
 * What was said lately: per turn, the marks of its sentences. It travels in the session state, so it follows undo and
 * branches; one sentence is six characters there.
 */
export class Told {
  readonly #recent: Set<string>
  readonly #turns: string[][]
  readonly #now: string[] = []
  /** How the sentences of this turn begin and end. */
  readonly #sounds = new Set<string>()

  constructor(stored: JsonValue | undefined) {
    const turns = Array.isArray(stored) ? stored : []
    this.#turns = turns
      .map((turn) => (Array.isArray(turn) ? turn.filter((mark) => typeof mark === 'string') : []))
      .slice(-turnsBetween)
    this.#recent = new Set(this.#turns.flat())
  }

  /** How many turns it knows of. */
  get turns(): number {
    return this.#turns.length
  }

  /** True when none of the text's sentences was said within the last ten turns, this one included. */
  isNew(text: string): boolean {
    return splitSentences(text).every((sentence) => !this.#recent.has(markOf(sentence)))
  }

  /** True when a sentence of this turn begins with the same two words or, after a comma, ends with the same three. */
  soundsAlike(text: string): boolean {
    return splitSentences(text).some((sentence) => soundsOf(sentence).some((sound) => this.#sounds.has(sound)))
  }

  /** Records that a text is said now. */
  say(text: string): void {
    for (const sentence of splitSentences(text)) {
      for (const sound of soundsOf(sentence)) this.#sounds.add(sound)
      const mark = markOf(sentence)
      if (!this.#recent.has(mark)) this.#now.push(mark)
      this.#recent.add(mark)
    }
  }

  /** What to store: the last ten turns, this one included. */
  toState(): string[][] {
    return [...this.#turns, this.#now].slice(-turnsBetween)
  }
}

function soundsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const ending = /[,;:]/.test(sentence) ? [`… ${words.slice(-3).join(' ')}`] : []
  return words.length < 2 ? ending : [`${words.slice(0, 2).join(' ')} …`, ...ending]
}

/** Cuts a text into its sentences. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”»]?)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** FNV-1a over the letters and digits alone, so that case and stops make no sentence new; 31 bits as base 36. */
function markOf(sentence: string): string {
  let hash = 0x811c9dc5
  for (const character of sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  }
  return (hash >>> 1).toString(36)
}
