import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Named } from './premise.ts'
import { isWord, singularOf } from './words.ts'

/** The one of a group who talks: `nearest child`, `nearest of the crew`. */
export function nearestOf({ name }: Pick<Named, 'name'>): string {
  // "Customs men": who they are is in the word before.
  const last = /(?:\S+ )?\S+$/u.exec(name)?.[0].replace(/^\S+ (?!(?:men|women|people|folk)$)/u, '') ?? name
  const key = isWord('collective', last) ? 'nearestOf' : 'nearest'
  return fillSentence(String(premiseContent.phrases[key]), { person: singularOf(last) })
}
