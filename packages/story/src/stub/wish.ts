import { novelContent } from '@narratoria/content/novels'
import type { StoryMemory } from '../memory/entities.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { changesIn } from './changes-in.ts'
import { narrate } from './narrate.ts'

/** What of a wish can be used without a model. Empty if it can use nothing. */
export interface ReadWish {
  /** What is to happen, as a sentence. */
  event?: string
  /** A tone that it names. */
  tone?: string
  /** Whether the scene is to be shorter. */
  isShorter?: true
}

const shorter = ['short', 'shorter', 'shorten', 'brief', 'briefer']

/** Reads a wish: something that happens, such as `Ines loses the key`, a tone, such as `darker`, or `shorter`. */
export function readWish(wish: string): ReadWish {
  const words: readonly string[] = wish.toLowerCase().match(/\p{L}+/gu) ?? []
  // Two words can be a sentence, such as `Ines weeps`, or a wish such as `darker please`.
  const isShort = /^\p{Lu}\S+ \p{Ll}+(?:s|ed)[.!]?$/u.test(wish.trim())
  const event = words.length > 2 || isShort ? narrate(wish) : undefined
  if (event !== undefined) return { event }
  const names = (word: string) =>
    [word, `${word}er`, `${word}r`, word.replace(/y$/, 'ier')].some((form) => words.includes(form))
  const tone = Object.keys(novelContent.toneWords).find((each) => novelContent.toneWords[each]!.split(' ').some(names))
  return {
    ...(tone !== undefined && { tone }),
    ...(words.some((word) => shorter.includes(word)) && { isShorter: true as const }),
  }
}

/** The scene with what a wish lets happen, before its last paragraph, or without its middle. */
export function withWish(
  draft: SceneDraft,
  { event, isShorter }: ReadWish,
  here: { memory: StoryMemory; location: string | null },
): SceneDraft {
  const paragraphs = draft.prose.split('\n\n')
  if (event !== undefined) {
    const prose = [...paragraphs.slice(0, -1), event, ...paragraphs.slice(-1)].join('\n\n')
    return {
      ...draft,
      prose,
      summary: [...draft.summary, event].slice(0, 10),
      changes: [...(draft.changes ?? []), ...changesIn(event, here)],
    }
  }
  // The turn and the end stay, because they narrate what the scene changes.
  if (isShorter && paragraphs.length > 3)
    return { ...draft, prose: [paragraphs[0]!, ...paragraphs.slice(-2)].join('\n\n') }
  return draft
}
