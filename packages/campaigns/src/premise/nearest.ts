import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Named } from './premise.ts'
import { isWord, singularOf } from './words.ts'

/** The one of a group who talks: `nearest child`, `nearest of the crew`. */
export function nearestOf({ name }: Pick<Named, 'name'>): string {
  const last = name.split(' ').at(-1)!
  const key = isWord('collective', last) ? 'nearestOf' : 'nearest'
  return fillSentence(String(premiseContent.phrases[key]), { person: singularOf(last) })
}
