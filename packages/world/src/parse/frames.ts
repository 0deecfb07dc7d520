import type { World } from '../model/types.ts'
import type { Lexicon } from './lexicon.ts'

/** A part of a pattern: one of some phrases, or a role. */
export type Element = { phrases: string[][]; preposition?: true } | { role: string }

/** A pattern of words for an act. */
export interface Frame {
  act: string
  elements: Element[]
  /** Of each list, one word must be in the clause: first words of the phrases behind the first element. */
  needs: string[][]
  extras: Record<string, string>
  /** Counts only if its things are known. */
  soft: boolean
}

/** Frames by the first word that they can begin with; those that begin with a role are under `*`. */
export interface FrameIndex {
  byWord: Map<string, Frame[]>
  /** Every word that can begin a frame. */
  verbs: Set<string>
  /** Misspelled word → verbs that it may be. */
  near: Map<string, string[]>
}

const cache = new WeakMap<Lexicon, WeakMap<World, FrameIndex>>()

/** The frames of the acts that the world adds, which come first, and of the lexicon. */
export function framesOf(lexicon: Lexicon, world: World): FrameIndex {
  let byWorld = cache.get(lexicon)
  if (!byWorld) cache.set(lexicon, (byWorld = new WeakMap()))
  let index = byWorld.get(world)
  if (!index) byWorld.set(world, (index = buildIndex(lexicon, world)))
  return index
}

function buildIndex(lexicon: Lexicon, world: World): FrameIndex {
  const common = new Set(
    lexicon.frames.flatMap(([, pattern = '']) => pattern.split(/[|()]/).map((each) => each.trim().split(' ')[0])),
  )
  const isOwn = (word: string) => !common.has(word) && ![...lexicon.fillers, ...lexicon.negations].includes(word)
  const frames = [
    ...Object.entries(world.acts ?? {}).flatMap(([act, { verbs, roles = [], prepositions = {} }]) => {
      const parts = roles.map((role) => {
        const own = prepositions[role as 'with']
        return `${own ? `${own.join('|')} ` : role === 'with' ? '<with> ' : ''}{${role}}`
      })
      const pattern = `${verbs.join('|')} ${parts.join(' ')}`.trim()
      // "Sign the form as the captain", "sort the letters into the boxes"
      const ends = roles.length > 1 ? ['as'] : ['as', 'in', 'under']
      const tail =
        parts.length > 0
          ? ends.flatMap((end) => compile(act, { pattern: `${pattern} <${end}> {any}`, extras: 'soft', lexicon }))
          : []
      // "Buy a pie from the landlady"
      const source =
        parts.length === 1 && roles[0] === 'thing'
          ? compile(act, { pattern: `${pattern} <from> {any}`, extras: '', lexicon })
          : []
      const whole = [...compile(act, { pattern, extras: '', lexicon }), ...tail, ...source]
      // A role that is left out is completed by the act itself.
      if (parts.length > 0) return [...whole, ...compile(act, { pattern: verbs.join('|'), extras: '', lexicon })]
      // "Accept the offer"
      const open = verbs.filter((verb) => isOwn(verb.split(' ')[0]!))
      return open.length === 0
        ? whole
        : [...whole, ...compile(act, { pattern: `${open.join('|')} {any}`, extras: 'soft', lexicon })]
    }),
    ...lexicon.frames.flatMap(([act = '', pattern = '', extras = '']) => compile(act, { pattern, extras, lexicon })),
  ]
  const byWord = new Map<string, Frame[]>()
  for (const frame of frames) {
    const [first] = frame.elements
    const words = first && 'phrases' in first ? [...new Set(first.phrases.map(([word = '']) => word))] : ['*']
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), frame])
  }
  return { byWord, verbs: new Set([...byWord.keys()].filter((word) => word !== '*')), near: new Map() }
}

function compile(
  act: string,
  { pattern, extras, lexicon }: { pattern: string; extras: string; lexicon: Lexicon },
): Frame[] {
  const elements: Element[] = []
  for (const [, role, preposition, group, plain] of pattern.matchAll(/\{(\w+)\}|<(\w+)>|\(([^()]+)\)|([^{}<>()]+)/g)) {
    const words = (group ?? plain ?? '').trim()
    if (role !== undefined) elements.push({ role })
    else if (preposition !== undefined)
      elements.push({ phrases: splitAll(lexicon.prepositions[preposition] ?? [preposition]), preposition: true })
    else if (words !== '') elements.push({ phrases: splitAll(words.split('|')) })
  }
  const pairs = extras.split(' ').filter((extra) => extra.includes('='))
  return [
    {
      act,
      elements,
      needs: elements.slice(1).flatMap((each) => ('phrases' in each ? [each.phrases.map(([word = '']) => word)] : [])),
      extras: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
      soft: extras.includes('soft'),
    },
  ]
}

function splitAll(phrases: readonly string[]): string[][] {
  return phrases.map((phrase) => phrase.trim().split(/\s+/)).toSorted((a, b) => b.length - a.length)
}
