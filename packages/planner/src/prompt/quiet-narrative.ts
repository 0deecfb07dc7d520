import { narratorPhrases } from '@narratoria/content'

export function quietNarrative(prompt: string): string {
  return narratorPhrases[prompt === '' ? 'empty' : 'nothing']?.[0] ?? ''
}
