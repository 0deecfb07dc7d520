import type { Named, Premise } from './premise.ts'
import { inFirstPerson } from './first-person.ts'
import { mentionOf } from './mention.ts'
import { patternOf } from './conditions.ts'
import { type Mention, mentionsIn } from './mentions.ts'
import { nounKindOf } from './noun-kinds.ts'
import { fitting, pronounsIn, thingMeantBy } from './references.ts'
import { isSubjectAt } from './retell.ts'
import { secondPerson } from './second-person.ts'
import { firstTerms, tagged } from './tagged.ts'
import { hasVerb, isWhole } from './whole-clause.ts'

/** Something that a premise says, as a person of its world may repeat it to the player: `Captain Rourke is dead`. */
export interface Clause {
  /** To the player, without a full stop; a word that is not a name begins in lower case. */
  text: string
  /** Names that it mentions, also by a pronoun. */
  about: readonly Named[]
  /** Who or what it begins with. */
  subject?: Named
  /** People who were named before it, with whom the player plays. */
  before: readonly Named[]
  /** The subject of the clause before. */
  topic?: Named
  /** Things that were named before it. */
  things: readonly Named[]
  /** Number of its sentence, from 0. */
  sentence: number
  /** Whether it says only what the player is. */
  isSelf: boolean
}

const begins =
  '(?:an?|the|my|your|his|her|their|its|our|he|she|they|you|nobody|somebody|one|old|young)\\b|\\p{Lu}|\\p{Ll}+ \\p{Lu}'
const join = new RegExp(`,? (?:and|but|while|yet|so) (?=${begins})|, (?=${begins})`, 'gu')
const adverb = '(?:(?:[Tt]omorrow|[Tt]onight|[Tt]oday|[Nn]ow|[Yy]esterday|[Tt]hen|[Ss]oon),? )?'
const leading = new RegExp(`^(${adverb})(his|her|their|he|she|they)\\b`, 'i')

const opening = new RegExp(`^${adverb}`)

const existing =
  /^(?:once upon a time,? |once,? |long ago,? )?there (?:once )?(?:is|was|lived|lives) (an? [^,.;]{2,40}?),? who (.+)$/isu

/** The clauses of a premise. A clause that begins with a pronoun is left out if nothing named before fits the pronoun. */
export function clausesOf(premise: Premise): Clause[] {
  const all = [
    ...premise.people,
    ...premise.absent,
    ...premise.things,
    ...premise.places,
    ...premise.regions,
    ...premise.matters,
  ]
  if (premise.locked) all.push(premise.locked)
  const { player } = premise
  const clauses: Clause[] = []
  for (const [sentence, whole] of sentencesIn(withSelf(premise)).entries())
    for (const part of divided(whole)) {
      const known = asKnown(part)
      const named = player && mentionAt(known, player) >= 0 ? [...all, player] : all
      const before = [...new Set(clauses.flatMap(({ about, subject }) => [...about, ...(subject ? [subject] : [])]))]
        .filter(isOne)
        .toSorted((a, b) => lastAt(a, clauses) - lastAt(b, clauses))
      const text = withoutEnd(withAntecedent(known, { clauses, before, player }), named)
      const addressed = toPlayer(text, { player, named })
      // "You wake up to find that …": what the player finds.
      const stated = (addressed && patternOf('seenBy').exec(addressed)?.[1]) ?? addressed
      if (text === undefined || stated === undefined || !isWhole(stated)) continue
      const about = named.filter((each) => mentionAt(text, each) >= 0)
      for (const pronoun of pronounsIn(text)) {
        const [meant] = fitting(pronoun, [...about, ...before.toReversed()])
        if (meant && pronoun.gender !== 'it' && meant.pronoun === pronoun.gender && !about.includes(meant))
          about.push(meant)
      }
      const things = clauses.flatMap((each) => each.about).filter((each) => premise.things.includes(each))
      for (const pronoun of pronounsIn(text)) {
        const meant = thingMeantBy(pronoun, {
          text,
          things,
          isNamed: about.some((each) => premise.things.includes(each)),
        })
        if (meant) about.push(meant)
      }
      const subject = subjectIn(stated === addressed ? text : stated, named)
      const topic = clauses.at(-1)?.subject
      const isSelf = /^you(?: are|'re) (?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d+) /i.test(stated)
      clauses.push({
        text: stated,
        about,
        ...(subject && { subject }),
        ...(topic && { topic }),
        things,
        before,
        sentence,
        isSelf,
      })
    }
  return clauses
}

// Behind an adverb, or behind where it is: "On Mars the botanist hides a plant".
function subjectIn(text: string, named: readonly Named[]): Named | undefined {
  const opened = opening.exec(text)?.[0].length ?? 0
  const mentions = mentionsIn(text, named).filter(({ end }) => !/^['’]/.test(text.slice(end)))
  const first = mentions.find(({ start }) => start <= opened)
  const isBehindPlace = ({ named: { pronoun }, start, end }: Mention) => {
    const before = text.slice(0, start)
    return pronoun !== undefined && placed.test(before) && !hasVerb(before) && isSubjectAt(text, { start, end })
  }
  return (first ?? mentions.find(isBehindPlace))?.named
}

const placed = /^(?:in|on|at|under|aboard|near|during|after|before|behind|inside)\b[^,;]*,? ?$/iu

function lastAt(named: Named, clauses: readonly Clause[]): number {
  return clauses.findLastIndex(({ about, subject }) => subject === named || about.includes(named))
}

/** "Little Marta has to bring the ring to her grandmother", to Marta: "you have to bring the ring to your grandmother". */
function toPlayer(
  text: string | undefined,
  { player, named }: { player: Named | undefined; named: readonly Named[] },
): string | undefined {
  if (text === undefined || player === undefined || mentionAt(text, player) < 0) return text
  const subject = mentionAt(text, player) === 0 || subjectIn(text, named) === player ? { subject: player } : {}
  const stated = secondPerson(inFirstPerson({ text, about: [player], ...subject }, player)).replace(
    /^You(r?)\b/,
    'you$1',
  )
  return /^\p{Ll}/u.test(text) ? stated.charAt(0).toLowerCase() + stated.slice(1) : stated
}

function isOne({ isPlural, pronoun }: Named): boolean {
  return isPlural !== true && pronoun !== undefined && pronoun !== 'it'
}

// "The pirates think the cook did it. I am the cook": they think that the player did it.
function withSelf({ text, self }: Premise): string {
  const own = `the ${self ?? ''}`
  const at = self === undefined ? -1 : text.search(/\bI(?:['’]m| am) the /u)
  if (
    at < 0 ||
    !text
      .slice(at)
      .replace(/^I(?:['’]m| am) /u, '')
      .startsWith(own)
  )
    return text
  const forms: Record<string, string> = { is: 'are', has: 'have', was: 'were', does: 'do' }
  const parts = text.split(own)
  return parts
    .map((part, index) => {
      const isSelf = /\bI(?:['’]m| am) $/u.test(parts[index - 1] ?? '')
      const [, verb = ''] = /^ (\p{L}+)/u.exec(part) ?? []
      if (index === 0) return part
      if (isSelf || /^['’]/.test(part) || (/[^s]s$/.test(verb) && forms[verb] === undefined)) return own + part
      return `you${part.replace(/^ \p{L}+/u, (word) => ` ${forms[word.trim()] ?? word.trim()}`)}`
    })
    .join('')
}

function sentencesIn(text: string): string[] {
  return tagged(secondPerson(text))
    .map(({ text: sentence }) => sentence)
    .filter((sentence) => !/\?["”’']?\s*$/u.test(sentence))
    .flatMap((sentence) => sentence.split(/;\s+|:\s+|\s[—–]\s/u))
    .filter((part) => !isQuoted(part))
}

// Something that is read, or said aloud.
function isQuoted(text: string): boolean {
  return /^["“‘']/.test(text) || (/\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text))
}

/** Divides where a second subject begins, if there is a verb on both sides. */
function divided(sentence: string): string[] {
  for (const { index, 0: found } of sentence.matchAll(join)) {
    const [left, right] = [sentence.slice(0, index), sentence.slice(index + found.length)]
    const isOfPlayer = /^you \p{Ll}+ /u.test(right)
    if (hasVerb(left) && (isOfPlayer || isWhole(withoutApposition(right).split(',')[0]!)))
      return [left, ...divided(right)]
  }
  return [sentence]
}

// "You, president of the club, are in charge".
function withoutApposition(text: string): string {
  return text.replace(/^((?:\S+ ){0,3}\S+), [^,]+, /u, '$1 ')
}

/** "You are a scribe who has found a letter" says that the player has found a letter, and "there was a king who" what the king did. */
function asKnown(text: string): string {
  const [, actor, deed] = existing.exec(text.trim()) ?? []
  if (actor !== undefined) return `${actor} ${deed!}`
  const said = /^(.*?)\byou are (?:an?|the) [^,.;]*? who (has|have|is|are|was|were) (.+)$/i.exec(text.trim())
  if (!said) return text.trim()
  const verb = { has: 'have', is: 'are', was: 'were' }[said[2]!] ?? said[2]!
  return `${said[1]}you ${verb} ${said[3]}`
}

/**
 * Replaces a pronoun at the beginning of a clause by the name that it refers to: the subject of the clause before, if it fits, else the
 * last name that does. `undefined` if no name fits.
 */
function withAntecedent(
  text: string,
  { clauses, before, player }: { clauses: readonly Clause[]; before: readonly Named[]; player: Named | undefined },
): string | undefined {
  const [, at = '', pronoun] = leading.exec(text) ?? []
  if (pronoun === undefined) return /^it\b/i.test(text) && !/^it (?:is|was) [^,;]* who\b/i.test(text) ? undefined : text
  const form = pronoun.toLowerCase()
  const gender = /^h(?:e|is)$/.test(form) ? 'he' : /^(?:she|her)$/.test(form) ? 'she' : 'they'
  const subject = clauses.at(-1)?.subject
  const fit = fitting({ gender }, before)
  const meant = subject && fit.includes(subject) ? subject : fit.at(-1)
  if (!meant || isUnclear(meant, { fit, form, text, player, before })) return undefined
  const isOwner = /^(?:his|her|their)$/.test(form)
  const name = meant === player || /^\p{Lu}|^your /u.test(meant.name) ? meant.name : `the ${meant.name}`
  return text.replace(leading, `${at}${isOwner ? `${name}'s` : name}`)
}

// Of several of whom the gender is not known, or beside the player of whom it is not, anyone may be meant; nor are several who "have" one person.
function isUnclear(
  meant: Named,
  {
    fit,
    form,
    text,
    player,
    before,
  }: { fit: readonly Named[]; form: string; text: string; player: Named | undefined; before: readonly Named[] },
): boolean {
  if (form === 'they' && meant.isPlural !== true) return /^\S+ (?:have|are|were|do)\b/iu.test(text)
  if (!/^(?:he|she)$/.test(form)) return false
  const isOpen = ({ pronoun }: Named) => pronoun === 'they'
  if (isOpen(meant)) return fit.length > 1
  return player !== undefined && player !== meant && isOpen(player) && before.includes(player) && before[0] === player
}

function withoutEnd(text: string | undefined, named: readonly Named[]): string | undefined {
  const plain = text?.replace(/[\s.!?…,:;]+$/u, '')
  if (plain === undefined || plain.split(' ').length < 2) return undefined
  const [first] = firstTerms(plain)
  // The tagger does not know every name.
  const isKnown = named.some(({ name }) => /^\p{Lu}/u.test(name) && plain.startsWith(name.split(' ')[0]!))
  const isName =
    isKnown ||
    isNamedAs(plain) ||
    first?.tags.includes('ProperNoun') === true ||
    /^\p{Lu}[\p{L}’'.-]* \p{Lu}/u.test(plain)
  const isFunction =
    /^(?:The|An?|My|Your|His|Her|Its|Our|Their|You|There|At|In|On|After|Before|When|While|Every|Tomorrow|Tonight|Today|Now|Old|No|Nobody|Somebody|Someone|Something|Everybody|Everyone|Everything|Nothing|None|All|Some|Most|Many|Few|Both|Each|Another|This|That|These|Those|One|Two|Three|Four|Five|It)\b/.test(
      plain,
    )
  return isName && !isFunction ? plain : plain.charAt(0).toLowerCase() + plain.slice(1)
}

// "Pickle the hedgehog", and "Vex cracks the safe", which does not begin with a common noun.
function isNamedAs(text: string): boolean {
  const [, first = '', next = ''] =
    /^(\p{Lu}\p{Ll}+) (the|has|is|was|had|will|can|must|\p{Ll}{2,}(?:s|ed)) /u.exec(text) ?? []
  if (first === '' || (nounKindOf(first) !== undefined && next !== 'the')) return false
  const [term] = firstTerms(text)
  return !['Preposition', 'Conjunction', 'Adverb', 'Pronoun', 'Determiner'].some((tag) => term?.tags.includes(tag))
}

/** Where a text names someone or something: 0 behind nothing but an article and what they are. */
function mentionAt(text: string, named: Named): number {
  const found = mentionOf(named).exec(text)
  return found === null ? -1 : found.index
}
