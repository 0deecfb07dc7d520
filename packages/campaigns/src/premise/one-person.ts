import { isSaid } from './conditions.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isSame, isWord } from './words.ts'

/** "Our landlord is a vampire" is about one person. */
export function isPredicate(
  before: NounPhrase | undefined,
  { determiner, head, isName, precededBy }: NounPhrase,
  { people, player }: Pick<Premise, 'people' | 'player'>,
): boolean {
  // "The bank was the wrong bank": what is said of it.
  if (
    before &&
    !isName &&
    precededBy === before.followedBy &&
    /^(?:is|are|was|were)$/.test(precededBy) &&
    before.head === head
  )
    return true
  // "That she is his mother": she, and not another person.
  if (!isName && /\b(?:he|she|it|i|you|they) (?:is|am|are|was|were)$/.test(precededBy)) return true
  // "Who should be his enemy".
  if (!isName && /\b(?:who|that) (?:\w+ ){0,2}be$/.test(precededBy)) return true
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

/** Whether a phrase that only says "the old man", "the girl" means one who is named before, of whom nothing else is known to be different. */
export function isSomeoneBefore(
  { text, determiner, isPlural, followedBy, sentence }: NounPhrase,
  earlier: readonly Named[],
): boolean {
  if (determiner !== 'the' || isPlural || !isSaid('name.generic', text)) return false
  if (/^(?:who|that|with|in|on|at|from|of|next|behind|by|upstairs|downstairs|across)\b/.test(followedBy)) return false
  const { pronoun } = {
    pronoun: isWord('he', text.split(' ').at(-1)!) ? 'he' : isWord('she', text.split(' ').at(-1)!) ? 'she' : 'they',
  }
  return earlier.some(
    (each) =>
      !each.isPlural &&
      !each.isAnimal &&
      (each.sentence ?? sentence) < sentence &&
      (pronoun === 'they' || each.pronoun === 'they' || each.pronoun === pronoun),
  )
}

/** Whether those behind a colon are the ones of a group: "Three pupils stayed behind: Amrit, Lucy and Ben", "two patients: a nun and a boy". */
export function isListed({ isPlural, text: group }: NounPhrase, text: string): boolean {
  const at = text.indexOf(group)
  return (
    isPlural &&
    at >= 0 &&
    /^[^.:!?]*:\s*(?:\p{Lu}|(?:an?|the|my|your|his|her|one)\s)[^.!?]*\b(?:and|or)\b/u.test(
      text.slice(at + group.length),
    )
  )
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
