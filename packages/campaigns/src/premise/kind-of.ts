import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** What a phrase can name. */
export type Kind = 'person' | 'animal' | 'place' | 'thing'

/** What a phrase names; `undefined` for what cannot be met, such as a time or a feeling. */
export function kindOf(phrase: NounPhrase): Kind | undefined {
  const { head, determiner, isPlural, isActor, isSubject } = phrase
  if (isWord('body', head) && /^(?:on|of|to|in)$/.test(phrase.preposition ?? '')) return undefined
  // "Came home" names no place, and an owner no thing.
  if ((head === 'home' && determiner === '') || /['’]s?$/.test(head)) return undefined
  if (phrase.isTime || /^(?:no|every|each)\b/.test(determiner)) return undefined
  if (phrase.isName) return kindOfName(phrase)
  if (phrase.preposition === 'on' && isWord('fixture', head)) return 'thing'
  if (isWord('place', phrase.text.split(' ').slice(-2).join('-'))) return 'place'
  if (/\w{3}(?:shop|house|yard|field|works)$|[^bgh]room$/.test(head) && !isWord('portable', head)) return 'place'
  if (isWord('machine', head) && (phrase.isActor || isSubject)) return 'person'
  if (isWord('collective', head) && !isWord('place', head)) return undefined
  for (const kind of ['person', 'animal', 'place'] as const) if (isWord(kind, head)) return kind
  if (isWord('being', head)) return 'person'
  if (isWord('portable', head) || isWord('fixture', head) || isWord('readable', head)) return 'thing'
  if (isWord('abstract', head) || /(?:ness|tion|sion|ment|ity|ance|ence|ship|hood|ism|dom|ing)s?$/.test(head))
    return undefined
  if (/(?:\w{3}ist|man|woman|eer|ess|smith|wright|herd)s?$/.test(head)) return 'person'
  if (isActor) return 'person'
  // "the food taster smiles": who does something.
  if (isSubject && /\w{3}(?:er|or|ant|ian)s?$/.test(head)) return 'person'
  // What is counted or pointed at can be seen; a bare noun or a plural may be anything.
  if (determiner === '' && /^\p{Lu}/u.test(head)) return 'person'
  return determiner === '' || isPlural ? undefined : 'thing'
}

function kindOfName({ text, role = '', isPersonName, isPlaceName, preposition = '' }: NounPhrase): Kind {
  if (isWord('animal', role.split(' ').at(-1)!)) return 'animal'
  // "The tiger Rajah".
  if (
    text
      .split(' ')
      .slice(0, -1)
      .some((word) => /^\p{Ll}/u.test(word) && isWord('animal', word))
  )
    return 'animal'
  const isWhere = preposition !== '' && preposition !== 'to' && isWord('where', preposition)
  const hasTitle = text.split(/\.? /).some((word) => isWord('person', word))
  if ((hasTitle || (isPersonName && text.includes(' '))) && !isWhere) return 'person'
  if (isWhere || isPlaceName || namesPlace(text)) return 'place'
  return isPersonName || !/^(?:from|of)$/.test(preposition) ? 'person' : 'place'
}

/** Whether a name has the word of a place in it: "Hotel Meridian". */
export function namesPlace(text: string): boolean {
  return text.split(' ').some((word) => isWord('place', word))
}
