import { narratorPhrases } from '@narratoria/content'

/** The narrative of a plan without tools. */
export function quietNarrative(prompt: string): string {
  return narratorPhrases[prompt === '' ? 'empty' : 'nothing']?.[0] ?? ''
}
