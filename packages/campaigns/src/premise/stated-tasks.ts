import { premiseContent, type TaskLead } from '@narratoria/content/premises'
import { infinitiveOf } from './infinitive.ts'
import { mentionOf } from './mention.ts'
import type { Read } from './needs.ts'
import { isPlayers } from './tasks.ts'
import { inLowerCase } from './words.ts'
import { firstTerms, hasTags } from './tagged.ts'

/** A task that a premise states: the words from its verb on, such as `turn off the alarm that only I can hear`. */
export interface StatedTask {
  words: string
  /** Until when: `before the boat comes`. */
  until?: string
  /** What the premise says that it takes. */
  lacking?: string
  /** Where it begins in the text. */
  index: number
}

const { undertakings } = premiseContent
const leads = undertakings.leads.map((lead) => ({
  ...lead,
  expression: new RegExp(
    lead.pattern.replaceAll(/\{(word|adverb|name)\}/g, (_, key: 'word' | 'adverb' | 'name') => undertakings[key]),
    'giu',
  ),
}))
const ends = new RegExp(undertakings.ends, 'iu')
const untils = new RegExp(undertakings.untils, 'iu')
const adverb = new RegExp(undertakings.split, 'u')

/** The tasks of the player that a premise states, the most urgent first. */
export function statedTasksIn(read: Read): StatedTask[] {
  return leads.flatMap((lead) =>
    [...read.text.matchAll(lead.expression)].flatMap((found) => {
      const { subject } = found.groups ?? {}
      const isOwn =
        subject === undefined
          ? isSpokenTo(lead, found[0], read)
          : isPlayers(subject, read) || isOfPlayer(read.text.slice(0, found.index + subject.length), read)
      const task = isOwn ? taskAt(lead, found, read.text) : undefined
      return task ? [task] : []
    }),
  )
}

// "A detective in Lagos has to": the last who is named before it.
function isOfPlayer(before: string, { player, people, absent }: Read): boolean {
  const clause = before.split(/[.!?;:](?=\s)/u).at(-1)!
  if (!player || !mentionOf(player).test(clause)) return false
  const after = clause.slice(mentionOf(player).exec(clause)!.index)
  return (
    !/ (?:and|but|because|while|when|that) /.test(after) &&
    ![...people, ...absent].some((each) => mentionOf(each).test(after))
  )
}

// "The way is to" addresses the one who acts.
function isSpokenTo({ imperative }: TaskLead, said: string, { player, text }: Read): boolean {
  if (imperative === true) return isOrder(said, text)
  return player !== undefined || !/^(?:his|her|their)\b/i.test(said) || /\b(?:I|me|my|we|us|our|you|your)\b/i.test(text)
}

function isOrder(lead: string, text: string): boolean {
  if (/help/i.test(lead)) return true
  // Only the player says what is done in it.
  const [first] = firstTerms(text)
  return first?.tags.includes('Infinitive') === true || first?.tags.includes('Imperative') === true
}

function taskAt(lead: TaskLead, found: RegExpExecArray, text: string): StatedTask | undefined {
  const { object = '', after = '', lacking } = found.groups ?? {}
  const determiner = inLowerCase(found.groups?.['determiner'] ?? '')
  const at = found.index + found[0].length
  const { words: said, until } = clauseIn(purposeIn(text.slice(at), found.groups))
  // "Must be signed by the consul" is not done by the player.
  if (lead.form === 'passive' && /^\p{L}+ by (?!noon|mid|dawn|dusk|night)/u.test(said)) return undefined
  const [first = '', ...rest] = withoutAdverbs(said.split(' '))
  const words = (verb: string | undefined, ...more: string[]) =>
    verb === undefined || verb === '' ? undefined : [verb, ...more].filter((each) => each !== '').join(' ')
  const isChanged = lead.form === 'finite' && !/^(?:I|we|you)$/i.test(found.groups?.['subject'] ?? '')
  const stated =
    lead.form === 'object'
      ? words(after, `${determiner}${object}`, said)
      : lead.form === 'passive'
        ? words(isParticiple(first) ? infinitiveOf(first) : undefined, `${determiner}${object}`, ...rest)
        : words(
            isChanged || lead.form === 'gerund' || lead.form === 'perfect' ? infinitiveOf(first) : first.toLowerCase(),
            ...rest,
          )
  if (stated === undefined || stated.split(' ').length > 22) return undefined
  return {
    words: stated.trim(),
    ...(until !== undefined && { until }),
    ...(lacking !== undefined && { lacking }),
    index: at,
  }
}

// "To wake the giant we need a horn": up to who needs it.
function purposeIn(text: string, { subject, lacking }: Record<string, string | undefined> = {}): string {
  if (subject === undefined || lacking === undefined) return text
  const end = text.search(new RegExp(`,? ${subject} `, 'u'))
  return end < 0 ? text : text.slice(0, end)
}

function isParticiple(word: string): boolean {
  return /(?:ed|en|t|d|n|g|e|k|m)$/.test(word)
}

// "To quietly examine": the verb comes behind.
function withoutAdverbs(words: string[]): string[] {
  const at = words.findIndex((word) => !adverb.test(word))
  return at <= 0 ? words : words.slice(at)
}

/** What belongs to a clause at the beginning of a text, and until when it is to be done. */
export function clauseIn(text: string): { words: string; until?: string } {
  const whole = text.replace(/, (?:who|which|whose|whom) [^,.;!?]*,?/u, '')
  const end = ends.exec(whole)
  const clause = withoutSecond(end ? whole.slice(0, end.index) : whole)
  const until = untils.exec(clause)
  if (!until) return { words: clause.trim() }
  const said = clause.slice(until.index).trim()
  // "Before dawn" behind what "tonight" has ended.
  return {
    words: clause.slice(0, until.index).trim(),
    ...(/^(?:before|until|till|by|within)\b/i.test(said) && { until: said }),
  }
}

// "Open the vault and steal the ring" begins with the vault; "the pump and the boiler" is one object.
function withoutSecond(clause: string): string {
  const at = clause.search(/ and /)
  if (at < 0) return clause
  return hasTags(clause.slice(at + 5), '#Verb') || /^ and (?:I|we|you|he|she|they|it)\b/.test(clause.slice(at))
    ? clause.slice(0, at)
    : clause
}
