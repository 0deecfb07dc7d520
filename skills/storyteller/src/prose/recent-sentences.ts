import type { JsonValue } from '@narratoria/protocol'

/** Number of turns within which a sentence is not repeated. */
export const turnsBetween = 10

/**
 * The hashes of recent sentences, per turn. They are stored in the session state, so they follow undo and branches; a hash has about
 * six characters.
 */
export class RecentSentences {
  readonly #recent: Set<string>
  readonly #turns: string[][]
  readonly #now: string[] = []
  /** The beginnings and endings of this turn's sentences. */
  readonly #sounds = new Set<string>()

  constructor(stored: JsonValue | undefined) {
    const turns = Array.isArray(stored) ? stored : []
    this.#turns = turns
      .map((turn) => (Array.isArray(turn) ? turn.filter((hash) => typeof hash === 'string') : []))
      .slice(-turnsBetween)
    this.#recent = new Set(this.#turns.flat())
  }

  /** Number of known turns. */
  get turns(): number {
    return this.#turns.length
  }

  /** Whether no sentence of a text was used in the last ten turns, including this one. */
  isNew(text: string): boolean {
    return splitSentences(text).every((sentence) => !this.#recent.has(hashOf(sentence)))
  }

  /** Whether a sentence of this turn has the same first two words or, after a comma, the same last three words. */
  soundsAlike(text: string): boolean {
    return splitSentences(text).some((sentence) => soundsOf(sentence).some((sound) => this.#sounds.has(sound)))
  }

  /** Records the sentences of a text. */
  add(text: string): void {
    for (const sentence of splitSentences(text)) {
      for (const sound of soundsOf(sentence)) this.#sounds.add(sound)
      const hash = hashOf(sentence)
      if (!this.#recent.has(hash)) this.#now.push(hash)
      this.#recent.add(hash)
    }
  }

  /** The hashes of the last ten turns, including this one. */
  toState(): string[][] {
    return [...this.#turns, this.#now].slice(-turnsBetween)
  }
}

function soundsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const ending = /[,;:]/.test(sentence) ? [`… ${words.slice(-3).join(' ')}`] : []
  return words.length < 2 ? ending : [`${words.slice(0, 2).join(' ')} …`, ...ending]
}

/** Splits a text into sentences. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”»]?)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** FNV-1a over letters and digits, ignoring case and punctuation; 31 bits in base 36. */
function hashOf(sentence: string): string {
  let hash = 0x811c9dc5
  for (const character of sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  }
  return (hash >>> 1).toString(36)
}
