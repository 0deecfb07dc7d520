import { factionId } from '../standing/standing.ts'
import en from './en.json' with { type: 'json' }

/** Groups of words. A word of a group refers to a faction whose name has another word of the same group. */
const kinds = en.kinds.map((group) => group.split(' '))

/** Words that are common in names of factions. */
const common = new Set(en.commonNameWords.flatMap((line) => line.split(' ')))

/** A mention of a faction and its offset in the text. */
export interface Mention {
  name: string
  index: number
}

/** The known factions that a text mentions by name, by a distinctive word of the name, or by a member; in order. */
export function factionsIn(text: string, known: readonly string[]): Mention[] {
  const words = [...text.matchAll(/[\p{L}'’]+/gu)].map(({ 0: word, index }) => ({ root: rootOf(word), index }))
  const found = known.flatMap((name) => {
    const whole = text.toLowerCase().indexOf(name.toLowerCase())
    if (whole >= 0) return [{ name, index: whole }]
    const distinctive = distinctiveWords(name)
    const word = words.find(({ root }) => distinctive.has(root))
    return word ? [{ name, index: word.index }] : []
  })
  return found.toSorted((left, right) => left.index - right.index)
}

function distinctiveWords(name: string): Set<string> {
  const roots = factionId(name).split('-').map(rootOf)
  const own = roots.filter((root) => !common.has(root))
  const distinctive = new Set(own.length > 0 ? own : roots)
  for (const kind of kinds.map((group) => group.map(rootOf)))
    if (kind.some((root) => roots.includes(root))) for (const root of kind) distinctive.add(root)
  return distinctive
}

function rootOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '')
  if (lower === 'thieves') return 'thief'
  return lower.length > 3 ? lower.replace(/(?<=[^s])s$/, '') : lower
}
