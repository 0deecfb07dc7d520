import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** Whether what happens can be asked about: a feast, a mutiny. */
export function isMatter({ determiner, head, isTime, isName, preposition }: NounPhrase): boolean {
  // "Has fallen in love".
  if (determiner === '' && preposition === 'in') return false
  return !isTime && !isName && isWord('matter', head)
}

/** What is pointed at and can't be met: a group, stuff, or what happens. Not "makes a mistake". */
export function isNamedMatter({
  head,
  determiner,
  isName,
  isTime,
  isPlural,
  preposition,
  precededBy,
}: NounPhrase): boolean {
  if (isName || isTime || determiner === '' || (preposition !== undefined && preposition !== 'of')) return false
  if (
    isWord('abstract', head) ||
    isWord('body', head) ||
    /^(?:only|other|own|same)$/.test(head) ||
    /^(?:no|every|each|any)\b/.test(determiner)
  )
    return false
  const kind = nounKindOf(head)
  const isOwn = /^(?:the|my|our|your|his|her|their|its)\b/.test(determiner)
  if (!isOwn && (isPlural || /\b(?:takes?|took|makes?|made|has|have|had|gives?|gave)$/.test(precededBy))) return false
  // A word that the content does not know is not seen, but can be asked about.
  if (kind === undefined) return isOwn && /^\p{Ll}{4,}$/u.test(head)
  return kind === 'group' || kind === 'stuff' || kind === 'matter'
}
