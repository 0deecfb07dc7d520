import { isUnseen, withoutDelay } from './clues.ts'
import { isSaid } from './conditions.ts'
import { type Kind, namesPlace } from './kind-of.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named } from './premise.ts'
import { isWord, singularOf } from './words.ts'
import { hasTags } from './tagged.ts'

/** What a phrase names, as a part of a premise. */
export function namedBy(phrase: NounPhrase, kind: Kind): Named {
  const { isPlural, isName, head, determiner } = phrase
  const text = nameIn(phrase, kind)
  const isOwned =
    (kind === 'person' && text === phrase.text) || ((kind === 'thing' || kind === 'place') && /['’]s /.test(text))
  const isYours = isOwned && /^(?:my|your)$/.test(determiner) && !isName
  const vessel = isVessel(phrase) ? /\p{Lu}.*$/u.exec(text)?.[0] : undefined
  const name =
    vessel !== undefined
      ? `the ${vessel}`
      : isYours
        ? `your ${text}`
        : isName &&
            determiner === 'the' &&
            (/ of /.test(text) ||
              (kind === 'place' ? !namesPlace(text) : isCalled(phrase, kind) || phrase.names !== undefined))
          ? `the ${text}`
          : text
  // A capital without an article, as in "Priya waits", is a name that the tagger does not know.
  // "The French count": no name, but with a capital.
  const isNation = determiner !== '' && !isName && hasTags(name.split(' ')[0]!, '#Demonym')
  // "The Harrow farm", "the Kincaid brothers": a name before the noun keeps its capital.
  const isNamedAfter = determiner === 'the' && !isName && /^\p{Lu}\p{Ll}/u.test(name)
  const common =
    isNation || isNamedAfter
      ? `the ${name}`
      : isName || determiner === ''
        ? name
        : name.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  const short = isName
    ? name.split(' ').slice(1)
    : [singularOf(head), ...(text.includes(' of ') ? [text.split(' ').at(-1)!] : [])]
  // "Her only ally is a violinist": the ally is the violinist.
  const relation = isSaid('relation', phrase.role?.split(' ').at(-1) ?? '') ? [phrase.role!.split(' ').at(-1)!] : []
  const called = [
    ...(phrase.alsoCalled ?? '').split(' '),
    ...short.map((alias) => alias.replaceAll(/["“”]/g, '')),
  ].filter(Boolean)
  const aliases = [...new Set([...called, ...(isPlural ? [head] : []), ...relation])].filter(
    (alias) => alias !== common,
  )
  return {
    name: common,
    aliases,
    ...((isPlural || isActingGroup(phrase)) && { isPlural: true }),
    ...(kind === 'person' && { pronoun: pronounOf(phrase) }),
    ...roleBefore(phrase, kind),
    ...(kind === 'animal' && {
      pronoun: phrase.pronoun ?? 'they',
      ...(!isSaid('speaking', `${text} ${phrase.role ?? ''} ${phrase.followedBy}`) && { isAnimal: true }),
    }),
    // What is missed, and what lies on something, was carried there.
    ...(kind === 'thing' && isCarried(phrase) && { isPortable: true }),
    ...(kind === 'thing' && isWord('readable', head) && { isReadable: true }),
    ...(kind === 'thing' && isWord('openable', head) && isSaid('isOpen', phrase.followedBy) && { isOpen: true }),
    // A radio that is dead is still there.
    ...(kind === 'thing' &&
      isGone(phrase) &&
      !/\b(?:dead|late|former)\b/.test(phrase.followedBy) && { isMissing: true }),
    ...(phrase.role !== undefined && { role: oneOf(phrase.role) }),
    sentence: phrase.sentence,
    ...(phrase.preposition !== undefined && { preposition: phrase.preposition }),
  }
}

// "Benno and the Kid": the article is a part of the name.
function isCalled({ text, role }: NounPhrase, kind: Kind): boolean {
  const isGroup =
    isWord('collective', text.split(' ').at(-1)!) ||
    (/^(?:\p{Lu}[\p{L}’']* )+\p{Lu}\p{Ll}+[^s]s$/u.test(text) && !isWord('honorific', text.split(' ')[0]!))
  return kind === 'person' && role === undefined && (isGroup || /^\p{Lu}\p{Ll}+$/u.test(text))
}

// "The crew are close to mutiny": a group that can be talked to.
export function isActingGroup({ head, determiner, followedBy, preposition }: NounPhrase): boolean {
  return (
    isWord('collective', head) &&
    /^(?:the|our|my|your)$/.test(determiner) &&
    preposition === undefined &&
    /^(?:are|have|want|will|refuse|say|believe|fear|hate|wait)\b/.test(followedBy)
  )
}

// "Two runaway children, Pip and Nell": each is one of them.
function oneOf(role: string): string {
  return role.replace(/\S+$/, (last) => singularOf(last))
}

function isCarried({ head, text, isPlural, preposition }: NounPhrase): boolean {
  const compound = text.split(' ').slice(-2).join('-')
  if (isWord('fixture', head) || isWord('fixture', compound)) return false
  if (isWord('portable', head) || isWord('readable', head) || isWord('portable', compound)) return true
  const isSmall = nounKindOf(head) === 'portable' || (isWord('animal', head) && isSaid('crafted', text))
  return (isSmall || isSaid('ofBody', text)) && !isPlural && preposition !== 'on'
}

/** The name of a person without the trade before it: "the pilot Okoro" is called Okoro. */
function nameIn({ text, isName, determiner }: NounPhrase, kind: Kind): string {
  const whole = text.replace(/^(?:own|same|other|only|whole|entire) /, '')
  // "Gaslit Brasswick" is called Brasswick.
  if (kind === 'place' && isName && determiner === '')
    return whole.replace(/^(?:[\p{Ll}-]+ )+(?=(?:\p{Lu}[\p{L}’'-]*(?: |$))+$)/u, '')
  if ((kind !== 'person' && kind !== 'animal') || !isName) return whole
  const own = whole.replace(/^(?:Old|Young|Poor) (?=\p{Lu})/u, '')
  // "Lady Hartnoll's butler Simms".
  return own
    .replace(/^(?:\p{Lu}[\p{L}.]* )*\p{Lu}\p{L}*['’]s (?=\p{Ll})/u, '')
    .replace(/^(?:[\p{Ll}’'-]+\s+)+(?=\p{Lu})/u, '')
}

// "The pilot Okoro" is a pilot.
function roleBefore({ text, isName, determiner }: NounPhrase, kind: Kind): Pick<Named, 'role'> {
  const role =
    (kind === 'person' || kind === 'animal') && isName
      ? /^((?:[\p{Ll}’'-]+\s+)+)(?=\p{Lu})/u.exec(
          text.replace(/^own /, '').replace(/^(?:\p{Lu}[\p{L}.]* )*\p{Lu}\p{L}*['’]s (?=\p{Ll})/u, ''),
        )?.[1]
      : undefined
  const head = role?.trim().split(' ').at(-1)
  const isKnown =
    head !== undefined &&
    (/^(?:person|animal)$/.test(nounKindOf(head) ?? '') ||
      (['person', 'machine', 'animal', 'being'] as const).some((each) => isWord(each, head)))
  return isKnown ? { role: /^(?:my|your)$/.test(determiner) ? `your ${role!.trim()}` : role!.trim() } : {}
}

function pronounOf({ text, role = '', pronoun }: NounPhrase): 'she' | 'he' | 'they' | 'it' {
  const words = `${text} ${role}`.replaceAll('.', '').split(/[ -]/)
  if (words.some((word) => isWord('machine', word))) return 'it'
  if (words.some((word) => isWord('she', word) || /^\p{Ll}{3,}woman$/u.test(word))) return 'she'
  if (words.some((word) => isWord('he', word) || /^\p{Ll}{3,}man$/u.test(word))) return 'he'
  // "Councilman Brandt", but "Norman Brandt".
  if (/^\p{Lu}\p{Ll}{3,}man \p{Lu}/u.test(text) && nounKindOf(words[0]!) === 'person') return 'he'
  return pronoun ?? 'they'
}

// "The whaler Margaret Dunn is locked in the ice."
export function isVessel({ text, followedBy, preposition }: NounPhrase): boolean {
  const isCalled =
    text.split(' ').some((word) => /^\p{Ll}/u.test(word) && isWord('vessel', word)) ||
    /^[Ss]hip\b/.test(text) ||
    /\bboat \p{Lu}/u.test(text)
  return isCalled && (preposition !== undefined || isSaid('afloat', followedBy))
}

/** Whether what looks like a person is a ship: "the tug Clementine". */
export function isCalledVessel({ text }: NounPhrase, kind: Kind): boolean {
  const [, before] = /(?:^| )(\p{Ll}+) \p{Lu}/u.exec(text) ?? []
  return kind === 'person' && before !== undefined && isWord('vessel', before)
}

// "Her late husband", "the master key is gone".
export function isGone({ text, role, preposition, followedBy, hasComma, precededBy }: NounPhrase): boolean {
  if (isSaid('bequest', followedBy)) return true
  // "Who knows the pump, has gone": who does so, not the pump. And who has gone home is there.
  if ((hasComma && /^(?:who|that|which) /.test(precededBy)) || /\bgone home$/.test(followedBy)) return false
  // "The alarm has gone off".
  if (isSaid('notYet', followedBy) || isSaid('changed', followedBy) || isSaid('killer', followedBy)) return false
  // "The man who has taken her".
  if (isSaid('taker', followedBy)) return false
  // "A dead man's hat" is not gone.
  const words = text
    .replace(/^.*['’]s /u, '')
    .split(' ')
    .slice(0, -1)
  // "A courier on a stolen bicycle".
  if (text.startsWith('stolen ') && /^(?:on|in|with|aboard|by)$/.test(preposition ?? '')) return false
  if (words.some((word) => isWord('absent', word)) || isSaid('unreal', `${text} ${role ?? ''}`)) return true
  if (isUnseen(followedBy)) return true
  // "A woman who has been dead for a year".
  const verbs = withoutDelay(followedBy)
    .replace(/^(?:who|that|which) /, '')
    .split(' ')
    .slice(0, 4)
  const [first = ''] = verbs
  // "The captain has lost her compass": what is lost comes after it.
  if (/^(?:(?:has|have|had) (?:never |not |just |already )?)?(?:lost|stolen|hidden|taken)$/.test(followedBy))
    return false
  if (/^(?:has|have|had) (?:never |not |just |already )?(?:lost|stolen|hidden|taken)\b/.test(followedBy)) return false
  if (isWord('gone', first)) return true
  return (
    /^(?:is|are|was|were|has|have|had)$/.test(first) &&
    verbs.some((word) => isWord('absent', word) || isWord('gone', word))
  )
}
