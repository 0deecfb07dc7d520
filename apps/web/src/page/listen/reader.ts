import { rangeIn } from '../components/range-in.ts'
import { leaveEnd } from '../story/leave-end.ts'
import { language } from '../language/text.ts'

/** How the story is read aloud. */
interface Reading {
  /** The name of a voice of the browser; an empty text for its usual one. */
  voice: string
  rate: number
}

/** What the reader is doing. */
interface ReaderState {
  status: 'silent' | 'speaking' | 'paused'
  /** The number of the turn that is being read, from 1; 0 for the opening. */
  turn: number
  /** Why nothing can be heard. */
  problem?: 'failed'
}

/** The prose of a turn that is on the page; turn 0 is the opening. */
function proseOf(turn: number): Element | null {
  return turn === 0
    ? document.querySelector('.opening')
    : document.querySelector(`.story-item[data-index="${turn}"] .turn .prose`)
}

/** The number of the first turn of which something is in sight. */
export function turnInSight(): number {
  const top = document.querySelector('.story')?.getBoundingClientRect().top ?? 0
  const items = [...document.querySelectorAll<HTMLElement>('.story-item')].toSorted(
    (a, b) => Number(a.dataset.index) - Number(b.dataset.index),
  )
  const first = items.find((item) => item.querySelector('.prose') && item.getBoundingClientRect().bottom > top + 8)
  return Number(first?.dataset.index ?? 0)
}

/** Reads turns aloud, sentence by sentence, with the browser's own voices, and highlights what is being spoken. */
export class StoryReader {
  readonly #listeners = new Set<() => void>()
  #state: ReaderState = { status: 'silent', turn: 0 }
  #sentences: SpokenSentence[] = []
  #at = 0
  #reading: Reading = { voice: '', rate: 1 }
  /** Counts starts, so that events of an utterance that was cancelled are ignored. */
  #run = 0

  get state(): ReaderState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads from a turn on to the end of the story. */
  start(turn: number, reading: Reading): void {
    addEventListener('resize', this.#keepInSight)
    this.#reading = reading
    this.#sentences = sentencesOf(turn)
    this.#at = 0
    this.#state = { status: 'speaking', turn }
    this.#speak()
  }

  pause(): void {
    this.#run += 1
    speechSynthesis.cancel()
    this.#change({ status: 'paused' })
  }

  /** Goes on with the sentence that was interrupted. */
  resume(reading: Reading): void {
    this.#reading = reading
    this.#change({ status: 'speaking' })
    this.#speak()
  }

  /** Goes to the sentence before or after the present one. */
  step(by: 1 | -1): void {
    this.#at = Math.max(0, this.#at + by)
    this.#speak()
  }

  stop(): void {
    removeEventListener('resize', this.#keepInSight)
    this.#run += 1
    speechSynthesis.cancel()
    clearHighlights()
    this.#change({ status: 'silent' })
  }

  /** A page of another size, such as a phone that was turned, shows another part of the story. */
  #keepInSight = (): void => {
    const sentence = this.#sentences[this.#at]
    if (sentence && this.#state.status !== 'silent') requestAnimationFrame(() => show('spoken', sentence))
  }

  #speak(): void {
    const run = ++this.#run
    speechSynthesis.cancel()
    const sentence = this.#sentences[this.#at] ?? this.#nextTurn()
    if (!sentence) return this.stop()
    const utterance = new SpeechSynthesisUtterance(sentence.text)
    const voice = speechSynthesis.getVoices().find(({ name }) => name === this.#reading.voice)
    if (voice) {
      utterance.voice = voice
      utterance.lang = voice.lang
    }
    utterance.rate = this.#reading.rate
    utterance.onstart = () => run === this.#run && show('spoken', sentence)
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (run !== this.#run || name !== 'word') return
      const start = sentence.start + charIndex
      const length = charLength || /^\S*/.exec(sentence.text.slice(charIndex))![0].length
      show('spoken-word', { ...sentence, start, end: Math.min(sentence.end, start + length) })
    }
    utterance.onend = () => {
      if (run !== this.#run) return
      this.#at += 1
      this.#speak()
    }
    utterance.onerror = ({ error }) => {
      if (run !== this.#run || error === 'canceled' || error === 'interrupted') return
      this.stop()
      this.#change({ problem: 'failed' })
    }
    speechSynthesis.speak(utterance)
    for (const listener of this.#listeners) listener()
  }

  /** The first sentence of the next turn, if there is one. */
  #nextTurn(): SpokenSentence | undefined {
    const sentences = sentencesOf(this.#state.turn + 1)
    if (sentences.length === 0) return undefined
    this.#sentences = sentences
    this.#at = 0
    this.#change({ turn: this.#state.turn + 1 })
    return sentences[0]
  }

  #change(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function sentencesOf(turn: number): SpokenSentence[] {
  const prose = proseOf(turn)
  return prose ? sentencesIn(prose) : []
}

/** Highlights a part of the page without changing it, and scrolls to it if it is out of sight. */
function show(name: 'spoken' | 'spoken-word', { block, start, end }: SpokenSentence): void {
  const range = block.isConnected ? rangeIn(block, start, end) : undefined
  if (name === 'spoken') clearHighlights()
  if (!range) return
  if (globalThis.Highlight) CSS.highlights.set(name, new Highlight(range))
  const story = document.querySelector('.story')
  const { top = 0, bottom = 0 } = story?.getBoundingClientRect() ?? {}
  const place = range.getBoundingClientRect()
  if (name !== 'spoken') return
  // What is spoken stays in sight, not the end of the story.
  story?.dispatchEvent(new Event(leaveEnd))
  if (place.top < top || place.bottom > bottom) block.scrollIntoView({ block: 'center' })
}

function clearHighlights(): void {
  if (!globalThis.Highlight) return
  CSS.highlights.delete('spoken')
  CSS.highlights.delete('spoken-word')
}

/** A sentence of the story on the page. */
interface SpokenSentence {
  text: string
  /** The element that holds it. */
  block: HTMLElement
  /** Offsets in the text of the element. */
  start: number
  end: number
}

const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })

/** The sentences of the prose in an element, in order. */
function sentencesIn(prose: Element): SpokenSentence[] {
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
