import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** "A pot of red ink" is one thing. */
export function withContents(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isContent(before, phrase)) return []
    return next !== undefined && isContent(phrase, next)
      ? [{ ...phrase, text: `${phrase.text} of ${next.text}`, followedBy: next.followedBy }]
      : [phrase]
  })
}

function isContent({ followedBy, sentence, isName, hasComma }: NounPhrase, next: NounPhrase): boolean {
  if (isName || hasComma || next.isName || next.sentence !== sentence) return false
  return followedBy === 'of' && next.determiner === '' && /^\p{Ll}/u.test(next.text)
}

/** "A cartographer named Ilse" is one person, whose name counts. */
export function withoutApposition(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const before = phrases[index - 1]
    const next = phrases[index + 1]
    if (before !== undefined && (isNaming(before, phrase) || isApposed(before, phrase) || isNamedAfter(before, phrase)))
      return []
    if (next !== undefined && isApposed(phrase, next))
      return [{ ...phrase, role: next.text, followedBy: next.followedBy }]
    if (next !== undefined && isNamedAfter(phrase, next)) {
      const { preposition, sentence } = phrase
      return [
        {
          ...next,
          role: phrase.text,
          isPersonName: true,
          isPlaceName: false,
          sentence,
          ...(preposition !== undefined && { preposition }),
        },
      ]
    }
    if (next === undefined || !isNaming(phrase, next)) return [phrase]
    const isPerson = isWord('person', phrase.head) || next.isPersonName
    return [
      {
        ...phrase,
        text: isPerson
          ? `${phrase.head} ${next.text}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
          : next.text,
        head: next.head,
        isName: true,
        isPersonName: isPerson,
        followedBy: next.followedBy,
      },
    ]
  })
}

// "Mr Abel, the organist, has died".
function isApposed(phrase: NounPhrase, next: NounPhrase): boolean {
  const { isName, followedBy, text, isPersonName, hasComma } = phrase
  const isCalled = isPersonName || text.split(' ').some((word) => isWord('person', word))
  const isPerson = isName && (isCalled || (hasComma && isWord('person', next.head)))
  return (
    isPerson &&
    followedBy === '' &&
    !next.isName &&
    next.sentence === phrase.sentence &&
    /^(?:an?|the)$/.test(next.determiner) &&
    next.preposition === undefined
  )
}

// "The first mate, One-Eyed Pete, says nothing": the trade comes before the name.
function isNamedAfter(
  { isName, hasComma, followedBy, head, preposition, sentence }: NounPhrase,
  next: NounPhrase,
): boolean {
  if (isName || !hasComma || followedBy !== '' || next.sentence !== sentence) return false
  const isTrade =
    isWord('person', head) ||
    isWord('machine', head) ||
    isWord('animal', head) ||
    /\w{3}(?:ist|er|or|ian|man|woman)$/.test(head)
  return isTrade && preposition === undefined && next.isName && next.determiner === '' && next.preposition === undefined
}

function isNaming({ followedBy, isName }: NounPhrase, next: NounPhrase): boolean {
  return !isName && next.isName && /^(?:named|called)$/.test(followedBy)
}
