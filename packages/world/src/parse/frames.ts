import { memoizeByObject } from '../memoize-by-object.ts'
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

const framesFor = memoizeByObject((lexicon: Lexicon) => memoizeByObject((world: World) => buildIndex(lexicon, world)))

/** The frames of the acts that the world adds, which come first, and of the lexicon. */
export function framesOf(lexicon: Lexicon, world: World): FrameIndex {
  return framesFor(lexicon)(world)
}

function buildIndex(lexicon: Lexicon, world: World): FrameIndex {
  const isOwn = (word: string) =>
    !beginsPhrase(word, lexicon) && !lexicon.fillers.includes(word) && !lexicon.negations.includes(word)
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
          ? ends.map((end) => prepare(act, { pattern: `${pattern} <${end}> {any}`, extras: 'soft', lexicon }))
          : []
      // "Buy a pie from the landlady"
      const source =
        parts.length === 1 && roles[0] === 'thing'
          ? [prepare(act, { pattern: `${pattern} <from> {any}`, extras: '', lexicon })]
          : []
      const whole = [prepare(act, { pattern, extras: '', lexicon }), ...tail, ...source]
      // A role that is left out is completed by the act itself.
      if (parts.length > 0) return [...whole, prepare(act, { pattern: verbs.join('|'), extras: '', lexicon })]
      // "Accept the offer"
      const open = verbs.filter((verb) => isOwn(verb.split(' ')[0]!))
      return open.length === 0
        ? whole
        : [...whole, prepare(act, { pattern: `${open.join('|')} {any}`, extras: 'soft', lexicon })]
    }),
    ...lexicon.frames.map(([act = '', pattern = '', extras = '']) => prepare(act, { pattern, extras, lexicon })),
  ]
  const byWord = new Map<string, Frame[]>()
  for (const { frame, words } of frames)
    for (const word of words) {
      const known = byWord.get(word)
      if (known) known.push(frame)
      else byWord.set(word, [frame])
    }
  return { byWord, verbs: new Set([...byWord.keys()].filter((word) => word !== '*')), near: new Map() }
}

/** A frame whose pattern is compiled when it is first asked for, since a sentence asks for a few of a thousand. */
function prepare(
  act: string,
  { pattern, extras, lexicon }: { pattern: string; extras: string; lexicon: Lexicon },
): { frame: Frame; words: Iterable<string> } {
  let elements: Element[] | undefined
  let needs: string[][] | undefined
  const frame: Frame = {
    act,
    get elements() {
      return (elements ??= [...elementsOf(pattern, lexicon)])
    },
    get needs() {
      return (needs ??= this.elements
        .slice(1)
        .flatMap((each) => ('phrases' in each ? [each.phrases.map(([word = '']) => word)] : [])))
    },
    extras: extras.includes('=') ? pairsIn(extras) : {},
    soft: extras.includes('soft'),
  }
  return { frame, words: wordsBefore(pattern, lexicon) }
}

function pairsIn(extras: string): Record<string, string> {
  const pairs = extras.split(' ').filter((extra) => extra.includes('='))
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}

/** The words that a pattern can begin with; `*` if it begins with a role. */
function wordsBefore(pattern: string, { prepositions }: Lexicon): Iterable<string> {
  const [, preposition, group, plain] = /^\s*(?:<(\w+)>|\(([^()]+)\)|([^{}<>()]+))/.exec(pattern) ?? []
  if (preposition !== undefined) return wordsOf(prepositions[preposition] ?? [preposition])
  return group === undefined && plain === undefined ? ['*'] : wordsOf((group ?? plain ?? '').split('|'))
}

function wordsOf(phrases: readonly string[]): Set<string> {
  return new Set(phrases.map(firstWord))
}

function firstWord(phrase: string): string {
  const words = phrase.trim()
  const end = words.indexOf(' ')
  return end === -1 ? words : words.slice(0, end)
}

/** Whether a phrase of any pattern of the lexicon begins with a word. */
function beginsPhrase(word: string, { frames }: Lexicon): boolean {
  return frames.some(([, pattern = '']) => pattern.includes(word) && wordsOf(pattern.split(/[|()]/)).has(word))
}

function* elementsOf(pattern: string, { prepositions }: Lexicon): Generator<Element> {
  for (const [, role, preposition, group, plain] of pattern.matchAll(/\{(\w+)\}|<(\w+)>|\(([^()]+)\)|([^{}<>()]+)/g)) {
    const words = (group ?? plain ?? '').trim()
    if (role !== undefined) yield { role }
    else if (preposition !== undefined)
      yield { phrases: splitAll(prepositions[preposition] ?? [preposition]), preposition: true }
    else if (words !== '') yield { phrases: splitAll(words.split('|')) }
  }
}

function splitAll(phrases: readonly string[]): string[][] {
  return phrases.map((phrase) => phrase.trim().split(/\s+/)).toSorted((a, b) => b.length - a.length)
}
