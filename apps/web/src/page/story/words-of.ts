import { t } from '../language/text.ts'
import { curled } from '../language/curled.ts'

/** The player's words in a turn, where a text must be shown. A turn that went on without an act has none. */
export function wordsOf(prompt = ''): string {
  return prompt.trim() === '' ? t('Continued') : curled(prompt)
}
