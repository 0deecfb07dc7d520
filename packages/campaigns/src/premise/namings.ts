import { isSaid } from './conditions.ts'
import { isPersonal } from './kind-of.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** "A granary with one guard. His name is Piet": the guard is Piet. */
export function withNamesSaid(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.reduce<NounPhrase[]>((all, phrase, index) => {
    const next = phrases[index + 1]
    if (isNameOf(phrase, next)) return all
    const before = phrases[index - 1]
    if (before === undefined || !isNameOf(before, phrase)) return [...all, phrase]
    const at = all.findLastIndex((each) => !each.isName && !each.isPlural && isPersonal(each.head))
    const named = all[at]
    if (named === undefined) return [...all, phrase]
    const { text, head, isName, isPersonName, pronoun } = phrase
    const gender = before.determiner === 'his' ? 'he' : before.determiner === 'her' ? 'she' : pronoun
    const known: NounPhrase = { ...named, text, head, isName, isPersonName, role: named.text, alsoCalled: named.head }
    return [...all.slice(0, at), { ...known, ...(gender && { pronoun: gender }) }, ...all.slice(at + 1)]
  }, [])
}

function isNameOf({ head, determiner, followedBy, sentence }: NounPhrase, next: NounPhrase | undefined): boolean {
  const isOther = /^(?:his|her|its|their)$/.test(determiner)
  return head === 'name' && isOther && followedBy === 'is' && next?.sentence === sentence && next.isName
}

/** "The Isle of Salt", "the Duke of Arl": one name. Not that of a person with what they belong to. */
export function withWholeNames(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isWholeName(before, phrase)) return []
    if (next === undefined || !isWholeName(phrase, next)) return [phrase]
    const text = `${phrase.text} of ${next.determiner === '' ? '' : `${next.determiner} `}${next.text}`
    return [
      {
        ...phrase,
        text,
        isPlaceName: false,
        followedBy: next.followedBy,
        hasComma: next.hasComma,
        isSubject: next.isSubject,
      },
    ]
  })
}

function isWholeName(
  { isName, determiner, text, followedBy, hasComma, pronoun, sentence }: NounPhrase,
  next: NounPhrase,
): boolean {
  const isFirst = isName && determiner === 'the' && pronoun === undefined && /^\p{Lu}\p{L}+$/u.test(text)
  return (
    isFirst &&
    followedBy === 'of' &&
    !hasComma &&
    next.isName &&
    next.sentence === sentence &&
    /^(?:the)?$/.test(next.determiner)
  )
}

/**
 * "A cartographer named Ilse", "Bruno the bear" and "one passenger: a boy" each name one person or thing. Its name counts, or what is
 * said last.
 */
export function withNaming(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (isNameOfPlayer(phrase)) return []
    // "A chemist by the name of Arno Weil".
    const last = phrases[index + 2]
    if (isByName(before, phrase) || (before && isByName(phrases[index - 2], before))) return []
    if (last && isByName(phrase, next)) return [namedAs(phrase, last)]
    if (before !== undefined && (isNaming(before, phrase) || isBeast(before, phrase))) return []
    if (next !== undefined && isBeast(phrase, next))
      return [
        {
          ...phrase,
          isName: true,
          isPersonName: true,
          role: next.text,
          followedBy: next.followedBy,
          isSubject: next.isSubject,
        },
      ]
    if (next !== undefined && isNaming(phrase, next)) return [namedAs(phrase, next)]
    const after = phrases.slice(index + 1)
    return isExplained(phrase, after) ? [] : [phrase]
  })
}

function isByName(phrase: NounPhrase | undefined, next: NounPhrase | undefined): boolean {
  return (
    phrase?.followedBy === 'by' &&
    next?.text === 'name' &&
    next.followedBy === 'of' &&
    next.sentence === phrase.sentence
  )
}

function namedAs(phrase: NounPhrase, next: NounPhrase): NounPhrase {
  const isPerson = isWord('person', phrase.head) || isWord('animal', phrase.head) || next.isPersonName
  const isTitle = isWord('honorific', phrase.head) || isWord('title', phrase.head)
  return {
    ...phrase,
    text:
      isPerson && isTitle
        ? `${phrase.head} ${next.text}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
        : next.text,
    ...(isPerson && !isTitle && { role: phrase.text, ...(next.pronoun !== undefined && { pronoun: next.pronoun }) }),
    head: next.head,
    isName: true,
    isPersonName: isPerson,
    hasComma: next.hasComma,
    followedBy: next.followedBy,
    isSubject: next.isSubject,
  }
}

// "The nurse calls you Mr. Hallam": no other person.
function isNameOfPlayer({ isName, precededBy }: NounPhrase): boolean {
  return isName && isSaid('name.ofPlayer', precededBy)
}

// "Bruno the bear": a name, perhaps one that the tagger does not know.
function isBeast({ text, determiner, hasComma, followedBy, sentence, role }: NounPhrase, next: NounPhrase): boolean {
  if (determiner !== '' || hasComma || followedBy !== '' || role !== undefined || next.sentence !== sentence)
    return false
  if (next.determiner !== 'the' || next.preposition !== undefined || next.precededBy !== '' || next.isName) return false
  const isOne = isPersonal(next.head) || isWord('machine', next.head)
  return isOne && !next.isPlural && /^\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*$/u.test(text)
}

// "With one passenger aboard: a boy who says it is 1811", "the woman he is to arrest: Vivian Shaw": not a list of several.
function isExplained({ isName, isPlural, head, sentence }: NounPhrase, after: readonly NounPhrase[]): boolean {
  const at = after.findIndex(({ isAfterColon }) => isAfterColon)
  const next = after[at]
  if (isName || isPlural || !isPersonal(head) || next?.sentence !== sentence) return false
  if (after.slice(0, at).some((each) => isPersonal(each.head) || each.isName)) return false
  const isOne = next.isName || (/^an?$/.test(next.determiner) && isPersonal(next.head))
  return isOne && !/^(?:and|or)\b/.test(next.followedBy) && !/^(?:and|or)$/.test(after[at + 1]?.precededBy ?? '')
}

function isNaming({ followedBy, isName }: NounPhrase, next: NounPhrase): boolean {
  return !isName && next.isName && isSaid('name.naming', followedBy)
}
