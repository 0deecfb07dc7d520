import { mentionOf } from './mention.ts'
import type { Named } from './premise.ts'
import { isWord } from './words.ts'
import { firstTerms } from './tagged.ts'

/** A name in a text, with the articles, numbers and adjectives before it. */
export interface Mention {
  named: Named
  start: number
  end: number
}

const number = '[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en'
const owner = "(?:(?:[Tt]he \\p{Ll}+|\\p{Lu}[\\p{L}.]*)(?: \\p{Lu}[\\p{L}.]*)*['’]s?)"
const article = `(?:[Tt]he|[Aa]n?|[Mm]y|[Yy]our|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|${number}|${owner})`
const complete = new RegExp(`^${article} `, 'u')
const articles = new RegExp(`(?<!\\p{L})(?=${article} )`, 'gu')
const before = new RegExp(`^${article} (?:(?:${number}) )?(?:own )?((?:\\p{Ll}[\\p{L}-]* ){0,3})$`, 'u')

/**
 * All places where a text names one of some people and things, in the order of the text. Of two that overlap the longer one counts, and
 * an owner beside what is theirs.
 */
export function mentionsIn(text: string, all: readonly Named[]): Mention[] {
  const found = all.flatMap((named) =>
    [...text.matchAll(patternFor(named))].map((match): Mention => {
      const name = withoutOthers(match[0], { named, all })
      const length = complete.test(name) ? 0 : wordsBefore(text.slice(0, match.index))
      return { named, start: match.index - length, end: match.index + name.length }
    }),
  )
  const isLonger = (one: Mention, other: Mention) =>
    other.start <= one.start &&
    other.end >= one.end &&
    (other.end - other.start > one.end - one.start || found.indexOf(other) < found.indexOf(one))
  return found
    .filter((one) => /^['’]/.test(text.slice(one.end)) || !found.some((each) => each !== one && isLonger(one, each)))
    .toSorted((a, b) => a.start - b.start)
}

const patterns = new WeakMap<Named, RegExp>()

function patternFor(named: Named): RegExp {
  let pattern = patterns.get(named)
  if (!pattern) patterns.set(named, (pattern = new RegExp(mentionOf(named, { isExact: true }).source, 'gu')))
  return pattern
}

// "Their father, the siblings Ruth, …": the words between commas name other people.
function withoutOthers(match: string, { named, all }: { named: Named; all: readonly Named[] }): string {
  const [name = '', ...apposition] = match.split(/(?=, (?:an?|the|your|my) )/)
  const said = apposition.join('')
  const isOfOther = said !== '' && all.some((each) => each !== named && mentionOf(each).test(said))
  return (isOfOther ? name : match).replace(/,$/, '')
}

// "The six sleeping" before "colonists": as far as there is neither a verb of the clause nor a preposition.
function wordsBefore(text: string): number {
  for (const { index } of text.matchAll(articles)) {
    const found = before.exec(text.slice(index))
    if (found && areOfName(found[1]!)) return found[0].length
  }
  return 0
}

function areOfName(said: string): boolean {
  const words = said.trim().split(' ').filter(Boolean)
  if (
    words.some((word) => isWord('where', word) || /^(?:and|or|but|of|that|who|has|have|had|his|her|their)$/.test(word))
  )
    return false
  const terms = firstTerms(`the ${words.join(' ')}`)
  const isFinite = (tags: readonly string[]) =>
    ['Preposition', 'Auxiliary', 'Copula', 'PresentTense', 'Pronoun'].some((tag) => tags.includes(tag))
  return !terms.slice(1).some(({ tags }) => isFinite(tags))
}

/** Several people who are named one after the other: "Marla, Benno and the Kid". */
export interface Enumeration {
  mentions: Mention[]
  start: number
  end: number
}

const together = new RegExp(
  `(?:[Tt]he|[Mm]y|[Yy]our|[Oo]ur|${number})(?: \\p{Ll}[\\p{L}-]*){0,2} \\p{Ll}+(?:s|ren|men),? $`,
  'u',
)

// "The siblings Ruth": the first of those who are called so.
const labelled = new RegExp(
  `^(?:[Tt]he|[Mm]y|[Yy]our|[Oo]ur|${number}) (?:\\p{Ll}+ )*\\p{Ll}+(?:s|ren|men) \\p{Lu}`,
  'u',
)

/** The enumerations of a text, each with what they are called together: "the siblings Ruth and Daniel". */
export function enumerationsIn(text: string, mentions: readonly Mention[]): Enumeration[] {
  const all: Mention[][] = []
  for (const mention of mentions) {
    const run = all.at(-1)
    const gap = run === undefined ? '' : text.slice(run.at(-1)!.end, mention.start)
    const isNew = labelled.test(text.slice(mention.start, mention.end))
    if (run !== undefined && !isNew && /^(?:, |,? (?:and|or) )$/.test(gap)) run.push(mention)
    else all.push([mention])
  }
  return all
    .filter((run) => run.length > 1 && / (?:and|or) $/.test(text.slice(run.at(-2)!.end, run.at(-1)!.start)))
    .map((run) => {
      const called = together.exec(text.slice(0, run[0]!.start))
      return { mentions: run, start: run[0]!.start - (called?.[0].length ?? 0), end: run.at(-1)!.end }
    })
}
