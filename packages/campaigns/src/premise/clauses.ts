import nlp from 'compromise/two'
import type { Named, Premise } from './premise.ts'
import { inFirstPerson } from './first-person.ts'
import { mentionOf } from './mention.ts'
import { secondPerson } from './second-person.ts'

/** Something that a premise says, as a person of its world may repeat it to the player: `Captain Rourke is dead`. */
export interface Clause {
  /** To the player, without a full stop; a word that is not a name begins in lower case. */
  text: string
  /** Names that it mentions, also by a pronoun. */
  about: readonly Named[]
  /** Who or what it begins with. */
  subject?: Named
  /** Whether it says only what the player is. */
  isSelf: boolean
}

const begins =
  '(?:an?|the|my|your|his|her|their|its|our|he|she|they|you|nobody|somebody|one|old|young)\\b|\\p{Lu}|\\p{Ll}+ \\p{Lu}'
const join = new RegExp(`,? (?:and|but|while|yet) (?=${begins})|, (?=${begins})`, 'gu')
const leading = /^(his|her|their|he|she|they)\b/i

/** The clauses of a premise. A clause that begins with a pronoun is left out if nothing named before fits the pronoun. */
export function clausesOf(premise: Premise): Clause[] {
  const named = [
    ...premise.people,
    ...premise.absent,
    ...premise.things,
    ...premise.places,
    ...premise.regions,
    ...premise.matters,
  ]
  if (premise.locked) named.push(premise.locked)
  const parts = sentencesIn(premise.text).flatMap((sentence) => divided(sentence))
  const clauses: Clause[] = []
  for (const part of parts) {
    const before = clauses.flatMap(({ about }) => about).filter(isOne)
    const text = toPlayer(withoutEnd(withAntecedent(asKnown(part), before)), premise.player)
    if (text === undefined || !hasVerb(text)) continue
    const about = named.filter((each) => mentionAt(text, each) >= 0)
    for (const pronoun of text.toLowerCase().match(/\b(?:he|him|his|she|her)\b/g) ?? []) {
      const meant = [...about, ...before.toReversed()].find(
        (each) => each.pronoun === (/^h(?:e|im|is)$/.test(pronoun) ? 'he' : 'she'),
      )
      if (meant && !about.includes(meant)) about.push(meant)
    }
    const subject = about.find((each) => mentionAt(text, each) === 0)
    clauses.push({
      text,
      about,
      ...(subject && { subject }),
      isSelf: /\byou(?: are|'re) (?:an?|the) [^,]*$/i.test(text),
    })
  }
  return clauses
}

/** "Little Marta has to bring the ring to her grandmother", to Marta: "you have to bring the ring to your grandmother". */
function toPlayer(text: string | undefined, player: Named | undefined): string | undefined {
  if (text === undefined || player === undefined || mentionAt(text, player) < 0) return text
  const subject = mentionAt(text, player) === 0 ? { subject: player } : {}
  return secondPerson(inFirstPerson({ text, about: [player], isSelf: false, ...subject }, player)).replace(
    /^You\b/,
    'you',
  )
}

function isOne({ isPlural, pronoun }: Named): boolean {
  return isPlural !== true && pronoun !== undefined && pronoun !== 'it'
}

function sentencesIn(text: string): string[] {
  return (nlp(secondPerson(text)).json() as { text: string }[]).flatMap(({ text: sentence }) =>
    sentence.split(/;\s+|\s[—–]\s/u),
  )
}

/** Divides where a second subject begins, if there is a verb on both sides. */
function divided(sentence: string): string[] {
  for (const { index, 0: found } of sentence.matchAll(join)) {
    const [left, right] = [sentence.slice(0, index), sentence.slice(index + found.length)]
    if (hasVerb(left) && hasVerb(right.split(',')[0]!)) return [left, ...divided(right)]
  }
  return [sentence]
}

function hasVerb(text: string): boolean {
  // The tagger takes "Miss" for a verb.
  return nlp(text.replaceAll(/\b(?:Miss|Will|Mark|Grace|Hope)\b/g, '')).has('#Verb') && text.trim().includes(' ')
}

/** "You are a scribe who has found a letter" says that the player has found a letter. */
function asKnown(text: string): string {
  const said = /^(.*?)\byou are (?:an?|the) [^,.;]*? who (has|have|is|are|was|were) (.+)$/i.exec(text.trim())
  if (!said) return text.trim()
  const verb = { has: 'have', is: 'are', was: 'were' }[said[2]!] ?? said[2]!
  return `${said[1]}you ${verb} ${said[3]}`
}

/** Replaces a pronoun at the beginning of a clause by the name that it refers to; `undefined` if no name fits. */
function withAntecedent(text: string, before: readonly Named[]): string | undefined {
  const [, pronoun] = leading.exec(text) ?? []
  if (pronoun === undefined) return /^it\b/i.test(text) ? undefined : text
  const form = pronoun.toLowerCase()
  const kind = /^h(?:e|is)$/.test(form) ? 'he' : /^(?:she|her)$/.test(form) ? 'she' : 'they'
  const meant = before.findLast((each) => each.pronoun === kind)
  if (!meant) return undefined
  const name = /^\p{Lu}|^your /u.test(meant.name) ? meant.name : `the ${meant.name}`
  return text.replace(leading, /^(?:his|her|their)$/.test(form) ? `${name}'s` : name)
}

function withoutEnd(text: string | undefined): string | undefined {
  const plain = text?.replace(/[\s.!?…,:;]+$/u, '')
  if (plain === undefined || plain.split(' ').length < 2) return undefined
  const [first] = (nlp(plain).json({ terms: { tags: true } }) as { terms: { tags: string[] }[] }[])[0]?.terms ?? []
  const isName = first?.tags.includes('ProperNoun') === true || /^\p{Lu}[\p{L}’'.-]* \p{Lu}/u.test(plain)
  const isFunction =
    /^(?:The|An?|My|Your|His|Her|Its|Our|Their|You|There|At|In|On|Old|No|Nobody|Somebody|One|Two|Three|Four|Five|It)\b/.test(
      plain,
    )
  return isName && !isFunction ? plain : plain.charAt(0).toLowerCase() + plain.slice(1)
}

/** Where a text names someone or something: 0 behind nothing but an article and what they are. */
function mentionAt(text: string, named: Named): number {
  const found = mentionOf(named).exec(text)
  return found === null ? -1 : found.index
}
