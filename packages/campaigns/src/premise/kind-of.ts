import { isSaid } from './conditions.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord, singularOf } from './words.ts'

const possessive = /^(?:my|your|his|her|its|our|their)\b/

/** What a phrase can name. */
export type Kind = 'person' | 'animal' | 'place' | 'thing'

/** What a phrase names; `undefined` for what cannot be met, such as a time or a feeling. */
export function kindOf(phrase: NounPhrase): Kind | undefined {
  const { head, determiner, isPlural, isActor, isSubject } = phrase
  if (phrase.names !== undefined) return phrase.names === 'group' ? undefined : phrase.names
  // "Four o'clock", "before the sun sets": when something is.
  if (/o['’]clock$/i.test(head)) return undefined
  if (isSaid('ofBody', phrase.text)) return 'thing'
  if (isWord('body', head) && (/^(?:on|of|to|in)$/.test(phrase.preposition ?? '') || possessive.test(determiner)))
    return undefined
  // "Has gone to bed".
  // "The patient next door".
  if (phrase.text === 'next door') return undefined
  if (head === 'bed' && determiner === '' && phrase.preposition === 'to') return undefined
  // "Came home" names no place, and an owner no thing.
  if ((head === 'home' && determiner === '') || /['’]s?$/.test(head)) return undefined
  if (phrase.isTime || /^(?:no|every|each)\b/.test(determiner)) return undefined
  if (isPlural && determiner !== '' && isWord('money', head)) return undefined
  if (isSaid('dancing', phrase.text) || /^(?:sea|river|ocean|lake) bed$/.test(phrase.text)) return undefined
  if (phrase.isName) return kindOfName(phrase)
  if (isSaid('crafted', phrase.text) && (isWord('animal', head) || isWord('person', head))) return 'thing'
  // "A block of flats", but "a chain of office".
  const isOf = / of [\p{L} ]*\p{L}+$/u.test(phrase.text) && isWord('place', phrase.text.split(' ').at(-1)!)
  if (isOf && !isWord('portable', head) && !/^(?:portable|person|animal)$/.test(nounKindOf(head) ?? '')) return 'place'
  if (phrase.preposition === 'on' && isWord('fixture', head)) return 'thing'
  // "Before the moon sets".
  if (isWord('place', head) && /^(?:before|after|until|till|since)$/.test(phrase.preposition ?? '')) return undefined
  const compound = phrase.text.split(' ').slice(-2).join('-')
  if (isWord('portable', compound)) return 'thing'
  if (isWord('place', compound)) return 'place'
  if (/\w{3}(?:shop|house|yard|field|works)$|[^bgh]room$/.test(head) && !isWord('portable', head)) return 'place'
  if (isWord('room', head)) return 'place'
  if (isWord('machine', head) && (phrase.isActor || isSubject)) return 'person'
  if (isWord('collective', head) && !isWord('place', head)) return undefined
  for (const kind of ['person', 'animal', 'place'] as const) if (isWord(kind, head)) return kind
  if (isWord('being', head)) return 'person'
  if (isWord('portable', head) || isWord('fixture', head) || isWord('readable', head)) return 'thing'
  const known = nounKindOf(head)
  const isThing = known === 'portable' || known === 'fixture' || isWord('mass', head)
  if (isWord('abstract', head) || (isWord('matter', head) && !isThing)) return undefined
  // "Two rival grammar schools", whose last noun the tagger takes for a verb.
  if (!isPlural && /^(?:two|three|four|five|six|seven|eight|nine|ten)$/.test(determiner)) return undefined
  // "Pa waits", "Ivo has to": at the beginning of a sentence, the tagger knows few names.
  const isBareName = determiner === '' && !isPlural && isSubject && /^\p{Lu}/u.test(head)
  if (isBareName && (known === undefined || known === 'person')) return 'person'
  // What is counted or pointed at can be seen; a bare noun or a plural may be anything.
  const isSeen = determiner !== '' || phrase.code !== undefined || /['’]s? /.test(phrase.text)
  if (known === undefined) return isActor || isTrade(phrase) ? 'person' : undefined
  if (known === 'person' || known === 'animal') return isSeen || isPlural || isSubject ? known : undefined
  if (known === 'place') return isSeen && !isPlural ? 'place' : undefined
  return isSeen && isThing ? 'thing' : undefined
}

/** Whether a noun is one for people, animals or beings. */
export function isPersonal(head: string): boolean {
  const listed = (['person', 'animal', 'being'] as const).some((kind) => isWord(kind, head))
  return listed || /^(?:person|animal)$/.test(nounKindOf(head) ?? '')
}

// A word for people that the content does not know: "the zitherist", "the cellmate", "the food taster smiles".
function isTrade({ head, isSubject, followedBy, determiner }: NounPhrase): boolean {
  if (determiner === '') return false
  if (/(?:\w{3}ist|man|woman|eer|smith|wright|herd|mate|monger)s?$/.test(singularOf(head))) return true
  return (isSubject || isSaid('due', followedBy)) && /\w{3}(?:er|or|ian)s?$/.test(head)
}

function kindOfName({
  text,
  role = '',
  isPersonName,
  isPlaceName,
  isSubject,
  preposition = '',
  precededBy,
  pronoun,
}: NounPhrase): Kind {
  // "The trawler Agnes Marie".
  if (/^\p{Ll}/u.test(text) && text.split(' ').some((word) => /^\p{Ll}/u.test(word) && isWord('vessel', word)))
    return 'place'
  if (isWord('animal', role.split(' ').at(-1)!)) return 'animal'
  // "The tiger Rajah".
  if (
    text
      .split(' ')
      .slice(0, -1)
      .some(
        (word) =>
          /^\p{Ll}/u.test(word) &&
          (isWord('animal', word) || (nounKindOf(word) === 'animal' && !isWord('person', word))),
      )
  )
    return 'animal'
  if (preposition === 'of' && namesPlace(text)) return 'place'
  if (role !== '' && preposition === '') return 'person'
  // "The ranch hand Tuck blames the dam."
  const trade = /^((?:\p{Ll}[\p{L}-]* )+)\p{Lu}\p{L}+$/u.exec(text)?.[1]
  if (trade !== undefined && isSubject && !isWord('place', trade.trim().split(' ').at(-1)!)) return 'person'
  const isTitled = text.split(/\.? /).some((word) => isWord('honorific', word)) && !namesPlace(text)
  // "Soldiers under Sergeant Doyle": not in a person, nor in a place of that name.
  const isBeside = isTitled && /^(?:under|behind|beside|near|over)$/.test(preposition)
  const isWhere = preposition !== '' && preposition !== 'to' && isWord('where', preposition) && !isBeside
  const hasTitle = text.split(/\.? /).some((word) => isWord('person', word))
  // The family name in "Rosa Hill" may be the word of a place.
  const hasFirstName = pronoun !== undefined && /\p{Lu}\p{Ll}+ \p{Lu}/u.test(text)
  if ((hasTitle || hasFirstName || (isPersonName && text.includes(' '))) && !isWhere) return 'person'
  // "Clear Danny Marsh of arson": what is done to a person.
  if (preposition === '' && isSaid('name.doneTo', precededBy)) return 'person'
  // "Inside the concert hall's Steinway".
  if (isWhere && /['’]s \S+$/u.test(text) && !namesPlace(text.split(' ').at(-1)!)) return 'thing'
  if (isWhere || isPlaceName || namesPlace(text)) return 'place'
  return isPersonName || !/^(?:from|of)$/.test(preposition) ? 'person' : 'place'
}

/** Whether a name has the word of a place in it: "Hotel Meridian". */
export function namesPlace(text: string): boolean {
  return text.split(' ').some((word) => isWord('place', word))
}
