import { type Aim, premiseContent } from '@narratoria/content/premises'
import { withThe } from './furnish.ts'
import { gerundOf, infinitiveOf, isInfinitive } from './infinitive.ts'
import { mentionOf } from './mention.ts'
import { isNamedIn, type Need, type Read } from './needs.ts'
import type { Named } from './premise.ts'
import { type StatedTask, clauseIn } from './stated-tasks.ts'
import { taskToPlayer } from './task-words.ts'

/** What a premise wants done or known without saying that anybody must: `get the hammer back from the giant`. */
export interface StatedAim extends StatedTask {
  /** What is to be found out. */
  question?: string
  /** Whether the class of the verb says what it takes. */
  isKnown?: boolean
  /** Whether another plot that the premise speaks for comes before it. */
  isYielding?: boolean
}

const { aims, parts, numbers, ordinals } = premiseContent.aims
const rules = compiled(aims)
const offers = compiled(premiseContent.offers)

/** So many characters of a premise are searched for offers, at most: patterns need more than linear time. */
const longestRead = 1200

const objects = new Set(['it', 'them', 'him', 'her', 'he', 'she', 'they'])

type Compiled = Aim & { expression: RegExp }

function compiled(all: readonly Aim[]): Compiled[] {
  return all.map((aim) => ({ ...aim, expression: new RegExp(inFull(aim.pattern), 'isu') }))
}

function inFull(pattern: string): string {
  const filled = pattern.replaceAll(/\{(\p{Ll}+)\}/gu, (whole, key: string) => parts[key] ?? whole)
  return filled === pattern ? pattern : inFull(filled)
}

/** The aims that follow from what a premise says, the most urgent first. */
export function aimsIn(read: Read): StatedAim[] {
  return aimsBy(rules, read)
}

/** More aims that the player may have, in the words of a premise: what another refuses, who has not come back. */
export function offersIn(read: Read): StatedAim[] {
  return aimsBy(offers, { ...read, text: read.text.slice(0, longestRead) })
}

function aimsBy(all: readonly Compiled[], read: Read): StatedAim[] {
  return all.flatMap((rule) => {
    const found = rule.expression.exec(read.text)
    return found && isMeant(rule, found, read) ? [aimAt(rule, found, read)] : []
  })
}

function isMeant({ if: condition }: Aim, { groups = {} }: RegExpExecArray, read: Read): boolean {
  const { own, other, number = '' } = groups
  if (own !== undefined && !isOwn(own, read)) return false
  if (other !== undefined && read.player && isOwn(other, read)) return false
  if (condition === 'hero') return read.player !== undefined || /\b(?:I|[Ww]e|[Yy]ou)\b/.test(read.text)
  if (condition === 'person') return [...read.people, ...read.absent].some((each) => isNamedIn(each, other ?? ''))
  if (condition === 'place') return ![...read.people, ...read.absent].some((each) => isNamedIn(each, groups['where']!))
  if (condition === 'beast') return !read.people.concat(read.absent).some((each) => isPerson(each, other ?? ''))
  if (condition === 'oneLess') {
    const fewer = numbers[numbers.indexOf(number.toLowerCase()) - 1]
    return fewer !== undefined && new RegExp(`\\b${fewer}\\b`, 'iu').test(read.text)
  }
  return true
}

function isPerson(named: Named, words: string): boolean {
  return named.isAnimal !== true && /^\p{Lu}|^your /u.test(named.name) && mentionOf(named).test(words)
}

// Whether words mean the player, or anyone if the player is not a person of the premise.
function isOwn(words: string, { player, text }: Read): boolean {
  if (/^(?:I|me|we|us|you)$/i.test(words)) return true
  if (player === undefined) return !/\b(?:I|me|my|we|us|our|you|your)\b/i.test(text)
  const { pronoun = 'they' } = player
  const said = words.toLowerCase()
  const isSaid = { he: /^(?:he|him)$/, she: /^(?:she|her)$/, they: /^(?:he|him|she|her|they|them)$/, it: /^it$/ }[
    pronoun
  ]
  return isSaid.test(said) || mentionOf(player).test(words)
}

function aimAt({ task, question, isKnown, isYielding }: Aim, found: RegExpExecArray, read: Read): StatedAim {
  const { index } = found
  const words = filledWith(task ?? question ?? '', found, read)
  const { until } = clauseIn(read.text.slice(index + found[0].length))
  const shared = { index, ...(isKnown && { isKnown }), ...(isYielding && { isYielding }) }
  return task === undefined
    ? { ...shared, words: `find out ${words}`, question: words }
    : { ...shared, words, ...(until !== undefined && { until }) }
}

/** Fills a template with what a rule has found; what stands in brackets is left out if its group is empty. */
function filledWith(template: string, { groups = {}, index }: RegExpExecArray, read: Read): string {
  const own = template.replaceAll(
    /\[([^\]{}]*)\{(\p{Ll}+)([^}]*)\}\]/gu,
    (_, before: string, key: string, form: string) => (groups[key] === undefined ? '' : `${before}{${key}${form}}`),
  )
  return own
    .replaceAll(/\{(\p{Ll}+)([!+~#]?)\}/gu, (_, key: string, form: string) => {
      // A second clause would be about something else.
      const said = (groups[key] ?? '').replace(/, (?:and|but|so|while|yet|because) .*$/su, '')
      const name = objects.has(said.toLowerCase()) && key !== 'verb' ? nameFor(said.toLowerCase(), index, read) : said
      if (form === '!') return baseOf(said)
      if (form === '+') return gerundOf(said.toLowerCase())
      if (form === '#') return ordinals[numbers.indexOf(said.toLowerCase())] ?? said
      const text = withOwner(withoutCapital(name, read), { index, other: groups['other'] ?? '' }, read)
      if (key === 'clause' && groups['by'] !== undefined)
        return text.replace(/^(?:he|she|they)\b/u, () => withoutCapital(groups['by']!, read))
      return form === '~' ? definite(text) : text
    })
    .trim()
}

// "A giant" and "two trolls", when they have been spoken of.
function definite(text: string): string {
  const isCounted = numbers.includes(text.split(' ')[0]!)
  return isCounted ? `the ${text}` : text.replace(/^an? /u, 'the ')
}

function baseOf(verb: string): string {
  const said = verb.toLowerCase()
  return isInfinitive(said) ? said : (infinitiveOf(said) ?? said)
}

// "The night train" within a sentence; names keep their capital.
function withoutCapital(words: string, { people, absent, places, regions, player }: Read): string {
  const [first = '', second = ''] = words.split(' ')
  const named = [
    ...people.filter(({ isPlural }) => !isPlural),
    ...absent,
    ...places,
    ...regions,
    ...(player ? [player] : []),
  ]
  const isName =
    named.some(({ name }) => name.split(' ').includes(first)) || /^[\p{Lu}\d]/u.test(second) || /['’]s$/u.test(first)
  return isName && !/^(?:the|an?|my|our|your|his|her|their|its|every|only)$/i.test(first)
    ? words
    : words.charAt(0).toLowerCase() + words.slice(1)
}

// "Her walnut cake": that of the only one who may be meant, if it is not the player.
function withOwner(
  words: string,
  { index, other }: { index: number; other: string },
  { text, people, absent, player }: Read,
): string {
  const [, owner] = /^(his|her) (?=\p{L})/u.exec(words) ?? []
  const gender = owner === 'his' ? 'he' : 'she'
  if (owner === undefined || player?.pronoun === gender) return words
  const before = text.slice(0, index)
  const fit = [...people, ...absent].filter(
    (each) => each.pronoun === gender && mentionOf(each).test(before) && !mentionOf(each).test(other),
  )
  // Of the player the gender may be unknown.
  if (fit.length === 0 && player?.pronoun === 'they') return words.replace(owner, 'your')
  return fit.length === 1 ? words.replace(owner, `${withThe(fit[0]!.name)}'s`) : words
}

// "Tear it down": what has been named last.
function nameFor(
  pronoun: string,
  index: number,
  { text, people, absent, places, regions, things, matters }: Read,
): string {
  const before = text.slice(0, index)
  const at = (named: Named) => before.search(mentionOf(named))
  const all = /^(?:it|its)$/.test(pronoun) ? [...things, ...places, ...regions, ...matters] : [...people, ...absent]
  const other = { he: 'she', him: 'she', she: 'he', her: 'he' }[pronoun]
  const fit = all.filter(
    (each) =>
      at(each) >= 0 &&
      each.pronoun !== other &&
      (pronoun === 'them' || pronoun === 'they' ? each.isPlural === true : each.isPlural !== true),
  )
  const found = fit.toSorted((a, b) => at(b) - at(a))[0]
  return found ? withThe(found.name) : pronoun
}

/** The need of an aim that no class of tasks has: the people and things of the premise say something to it. */
export function needOfAim({ words, until, question, isYielding }: StatedAim, read: Read): Need {
  const task = taskToPlayer(words, read)
  const asked = question === undefined ? undefined : task.replace(/^find out /u, '')
  return {
    plot: 'aim',
    people: {},
    places: {},
    things: [],
    values: {
      task,
      question: asked ?? 'how it can be done',
      wholeVerbs: [...new Set([task.replaceAll(',', '').toLowerCase(), ...premiseContent.undertakings.doing])].join(
        ', ',
      ),
      about: [...new Set(task.toLowerCase().match(/\p{L}{4,}/gu))].join(', '),
      ...(asked !== undefined && { asked: 'yes' }),
      // "Who the tenth is" asks for no deed.
      ...(asked !== undefined && /^who (?!the\b)/.test(asked) && { who: 'yes' }),
      ...(asked?.startsWith('whether it is true') === true && { whether: 'yes' }),
      ...(until !== undefined && { until: taskToPlayer(until, read) }),
    },
    ...(isYielding === true && { isYielding }),
  }
}
