import type { Act } from '../model/act.ts'
import type { Frame } from './frames.ts'
import { isNear } from './near.ts'
import type { Meaning, NounContext } from './noun-context.ts'
import { readRole } from './role.ts'
import { isKnownWord } from './known-words.ts'
import { lemmaOf, type Token } from './tokens.ts'

export interface ClauseAct {
  act: Act
  /** How well it fits: the sum over words and names. */
  score: number
  /** Whether every name is known. */
  sure: boolean
  question?: { role: string; between: string[] }
  /** Whether it is a name alone. */
  bare?: true
}

/** Reads a clause as an act; the best of all patterns. `undefined` if none fits. */
export function readClause(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const [first, second] = tokens
  // "Miss Pym"
  if (!first || (context.lexicon.titles.includes(first.text) && isPerson(second, context))) return undefined
  let best: ClauseAct | undefined
  const present = new Set(tokens.map(({ text }) => text))
  const consider = (possible: readonly Frame[] | undefined, words: readonly Token[]) => {
    for (const frame of possible ?? []) {
      if (!frame.needs.every((any) => any.some((word) => present.has(word)))) continue
      const found = matchFrame(frame, words, context)
      if (found && found.score > (best?.score ?? 0)) best = found
    }
  }
  for (const verb of new Set([first.text, ...verbsOf(first.text, context)]))
    consider(context.frames.byWord.get(verb), [{ ...first, text: verb }, ...tokens.slice(1)])
  consider(context.frames.byWord.get('*'), tokens)
  return best
}

// "To open it", "a stone", "to the left": no words for a person, known or not.
function mayBePerson(part: readonly Token[], isUnknown: boolean, { lexicon }: NounContext): boolean {
  // "Ask what I can do"
  if (part.length > 1 && part.some(({ text }) => [...lexicon.interrogatives, ...lexicon.subjects].includes(text)))
    return false
  if (!isUnknown) return true
  const [first] = part
  const words = part.filter(({ text }) => !lexicon.articles.includes(text))
  if ([...lexicon.indefinites, ...lexicon.greetings].includes(first?.text ?? '')) return false
  const isDirection = Object.values(lexicon.directions).some((all) => all.includes(words[0]?.text ?? ''))
  const isVerb =
    words.length > 1 && isKnownWord(words[0]!.text, lexicon) && lexicon.pronouns.it.includes(words.at(-1)!.text)
  const isSmall = [...lexicon.particles, ...lexicon.places].includes(words[0]?.text ?? '')
  return !isDirection && !isVerb && !isSmall
}

function isPerson(token: Token | undefined, { nouns }: NounContext): boolean {
  return nouns.some(({ kind, names }) => kind === 'person' && names.flat().includes(token?.text ?? ''))
}

// The verb that a word is a form of, or those that it misspells by one letter.
function verbsOf(word: string, { lexicon, frames: { verbs, near } }: NounContext): string[] {
  const known = near.get(word)
  if (known) return known
  const lemma = lemmaOf(word, lexicon, (each) => verbs.has(each))
  if (verbs.has(lemma)) return [lemma]
  const isOther = isKnownWord(word, lexicon)
  const found = isOther ? [] : [...verbs].filter((verb) => isNear(verb, word))
  // Players make few different errors; a flood of words must not fill the memory.
  if (near.size >= maxRemembered) near.clear()
  near.set(word, found)
  return found
}

/** Misspelled verbs that are remembered. */
const maxRemembered = 500

/** Acts that are done with people only. */
const talking = new Set(['say', 'tell', 'show'])

function isThing(id: string | undefined, { scene }: NounContext): boolean {
  return id !== undefined && Object.hasOwn(scene.things, id)
}

interface Match {
  roles: Record<string, Meaning & { text: string }>
  score: number
}

function matchFrame(frame: Frame, tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const match = matchFrom(frame, { element: 0, at: 0 }, { tokens, context })
  if (!match) return undefined
  const roles = Object.entries(match.roles)
  if (frame.soft && roles.some(([, { score }]) => score < 0)) return undefined
  const act: Act = { act: frame.act, ...frame.extras }
  let question: ClauseAct['question']
  for (const [role, meaning] of roles) {
    if (meaning.between && !question) question = { role, between: meaning.between }
    const isPerson = (id: string) => !Object.hasOwn(context.scene.things, id)
    assign(act, role, { ...meaning, isPerson, isWay: (id, to) => isWay(id, to, context) })
  }
  takeFrom(act, match, context)
  if (act.things && act.things.length > 1) act.things = act.things.filter((id) => id !== act.where)
  fillReferent(act, context)
  const sure = roles.every(([, { score }]) => score > 0)
  return { act, score: match.score, sure, ...(question && { question }) }
}

// "Everything from the bag": what is in or on it, and nothing else.
function takeFrom(act: Act & { from?: string }, { roles }: Match, { scene, lexicon }: NounContext): void {
  const { from } = act
  delete act.from
  const first = roles['things']?.text.split(' ')[0] ?? ''
  const named = act.things ?? (act.thing === undefined ? undefined : [act.thing])
  // "Take the knife out of the bag", which is closed
  const isShut = from !== undefined && scene.things[from]?.openable === true && !scene.isOpen(from)
  if (isShut && named?.every((id) => scene.isWithin(id, from)) === true) act.from = from
  if (from === undefined || !lexicon.all.includes(first) || !named) return
  const inside = named.filter((id) => scene.isWithin(id, from))
  const held = [...scene.thingsAt(`in:${from}`), ...scene.thingsAt(`on:${from}`)]
  delete act.thing
  act.things = inside.length > 0 ? inside : held
  // Nothing may become everything.
  if (act.things.length > 0) return
  delete act.things
  act.thing = from
}

function fillReferent(act: Act, { referents }: NounContext): void {
  for (const role of ['thing', 'where'] as const)
    if (act[role] === 'it')
      if (referents.it === undefined) delete act[role]
      else act[role] = referents.it
}

// "Up" is a way here, unless it leads up to a door: "go up to the door".
function isWay(direction: string, to: string, { scene }: NounContext): boolean {
  const exits = scene.exitsOf(scene.here)
  return Object.hasOwn(exits, direction) && !Object.values(exits).some(({ door }) => door === to)
}

interface Assigned {
  text: string
  isPerson: (id: string) => boolean
  isWay: (direction: string, to: string) => boolean
}

function assign(act: Act, role: string, { ids, text, isPerson, isWay }: Meaning & Assigned): void {
  if (role === 'any' || role === 'own' || role === 'here') return
  if (role === 'things' || (ids.length > 1 && role === 'thing')) {
    if (ids.length === 1 && ids[0] !== 'all') act.thing = ids[0]!
    else act.things = ids[0] === 'all' ? [] : ids
  } else if (role === 'topic' || role === 'text' || role === 'quote') act[role === 'quote' ? 'text' : role] = text
  // "Go back to the quay": the place.
  // "Go up to the door", where nothing leads up: the door.
  else if (role === 'direction' && act.to !== undefined && ids[0] !== 'back' && !isWay(ids[0]!, act.to)) return
  else if (role === 'direction') act.to = ids[0] === 'back' ? (act.to ?? 'back') : ids[0]!
  else if (role === 'person' && !isPerson(ids[0]!)) act.thing = ids[0]!
  else if (role === 'person' && ids.length > 1) (act as { people?: string[] }).people = ids
  else act[role as 'thing'] = ids[0]!
}

interface Words {
  tokens: readonly Token[]
  context: NounContext
}

function matchFrom(frame: Frame, place: { element: number; at: number }, words: Words): Match | undefined {
  const { tokens } = words
  const element = frame.elements[place.element]
  if (!element) return place.at === tokens.length ? { roles: {}, score: 0 } : undefined
  if ('phrases' in element) {
    for (const phrase of element.phrases) {
      const length = phraseLength(tokens, place.at, phrase)
      if (length === 0) continue
      const rest = matchFrom(frame, { element: place.element + 1, at: place.at + length }, words)
      if (rest) return { ...rest, score: rest.score + length * (element.preposition ? 1 : 2) }
    }
    return undefined
  }
  return matchRole(frame, { ...place, role: element.role }, words)
}

function phraseLength(tokens: readonly Token[], at: number, phrase: readonly string[]): number {
  if (phrase.length === 1 && phrase[0] === ',') return tokens[at]?.text === ',' ? 1 : 0
  const fits = phrase.every((word, index) => tokens[at + index]?.text === word)
  return fits ? phrase.length : 0
}

function matchRole(
  frame: Frame,
  { element, at, role }: { element: number; at: number; role: string },
  words: Words,
): Match | undefined {
  const { tokens, context } = words
  let best: Match | undefined
  const last = element === frame.elements.length - 1
  for (let end = last ? tokens.length : at + 1; end <= tokens.length; end += 1) {
    const rest = last ? { roles: {}, score: 0 } : matchFrom(frame, { element: element + 1, at: end }, words)
    if (!rest) continue
    const part = tokens.slice(at, end)
    const meaning = readRole(role, part, { context, act: frame.act })
    const isSelf = meaning?.ids[0] === 'player' && (role === 'things' || (role === 'person' && frame.act === 'say'))
    if (role === 'person' && meaning && !mayBePerson(part, meaning.score < 0, context)) continue
    if (!meaning || isSelf || (role === 'person' && talking.has(frame.act) && isThing(meaning.ids[0], context)))
      continue
    const score = rest.score + meaning.score
    if (score > (best?.score ?? -Infinity)) best = { roles: { ...rest.roles, [role]: meaning }, score }
  }
  return best
}
