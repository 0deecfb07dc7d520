import { isSaid } from './conditions.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isSame, isWord } from './words.ts'

/** "Our landlord is a vampire" is about one person. */
export function isPredicate(
  before: NounPhrase | undefined,
  { determiner, isName, precededBy }: NounPhrase,
  { people, player }: Pick<Premise, 'people' | 'player'>,
): boolean {
  // "That she is his mother": she, and not another person.
  if (!isName && /\b(?:he|she|i|you|they) (?:is|am|are|was|were)$/.test(precededBy)) return true
  if (before === undefined || isName || !/^(?:an?|the|one|)$/.test(determiner)) return false
  if (
    /\b(?:to be|it is|that is|price is|become|becomes|became)$|\bbe$/.test(before.followedBy) ||
    (determiner !== '' &&
      /^is$/.test(before.followedBy) &&
      /^(?:price|answer|reason|question|trouble)$/.test(before.head))
  )
    return true
  if (determiner === '') return false
  if (!/^(?:is|was|becomes|became)$/.test(before.followedBy)) return false
  return [...people, ...(player ? [player] : [])].some(({ name }) =>
    name.toLowerCase().endsWith(before.text.toLowerCase()),
  )
}

/** Whether a phrase without a name is the trade of someone: "the taster" of Perrin, who is a food taster. */
export function isTradeOf({ isName, isPlural, text, head }: NounPhrase, role: string | undefined): boolean {
  return (
    role !== undefined &&
    !isName &&
    !isPlural &&
    !/^(?:other|second|new|next)\b/.test(text) &&
    isSame({ name: role }, { name: head })
  )
}

/** Whether names behind a colon say who a group is: "Three pupils stayed behind: Amrit, Lucy and Ben." */
export function isListed({ isPlural, text: group }: NounPhrase, text: string): boolean {
  const at = text.indexOf(group)
  return isPlural && at >= 0 && /^[^.:!?]*:\s*\p{Lu}/u.test(text.slice(at + group.length))
}

/** The last noun before a phrase and the words between the two. */
export function jobBefore(before: NounPhrase | undefined, { precededBy, sentence }: NounPhrase): string {
  return before?.sentence === sentence ? `${before.head} ${precededBy}` : precededBy
}

/** Who is named before what is theirs: "Aunt Prudence's birthday". Not the dead: "Uncle Rupert's will". */
export function ownerNamedIn(phrase: NounPhrase): Named | undefined {
  const text = /^((?:\p{Lu}[\p{L}.]* )+\p{Lu}\p{L}+)['’]s /u.exec(phrase.text)?.[1]
  const [title = '', ...names] = text?.split(' ') ?? []
  if (
    text === undefined ||
    !isWord('person', title.replace(/\.$/, '')) ||
    isSaid('name.saint', text) ||
    isSaid('ofTheDead', phrase.text)
  )
    return undefined
  return namedBy(
    { ...phrase, text, head: names.at(-1)!, determiner: '', isName: true, isPlural: false, followedBy: '' },
    'person',
  )
}
