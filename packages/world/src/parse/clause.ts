import type { Act } from '../model/act.ts'
import type { Frame, FrameIndex } from './frames.ts'
import {
  isScenery,
  type Meaning,
  type NounContext,
  type Preference,
  readMany,
  readOne,
  type RoleMeaning,
} from './noun-phrase.ts'
import { isNear } from './near.ts'
import { longestAt, longestBefore } from './phrases.ts'
import { lemmaOf, type Token } from './tokens.ts'

/** An act that a clause was read as. */
export interface ClauseAct {
  act: Act
  /** How well it fits: the sum over words and names. */
  score: number
  question?: { role: string; between: string[] }
}

/** Reads a clause as an act; the best of all patterns. `undefined` if none fits. */
export function readClause(tokens: readonly Token[], context: NounContext, frames: FrameIndex): ClauseAct | undefined {
  const [first] = tokens
  if (!first) return undefined
  let best: ClauseAct | undefined
  const present = new Set(tokens.map(({ text }) => text))
  const consider = (possible: readonly Frame[] | undefined, words: readonly Token[]) => {
    for (const frame of possible ?? []) {
      if (!frame.needs.every((any) => any.some((word) => present.has(word)))) continue
      const found = matchFrame(frame, words, context)
      if (found && found.score > (best?.score ?? 0)) best = found
    }
  }
  for (const verb of new Set([first.text, ...verbsOf(first.text, context, frames)]))
    consider(frames.byWord.get(verb), [{ ...first, text: verb }, ...tokens.slice(1)])
  consider(frames.byWord.get('*'), tokens)
  return best
}

// The verb that a word is a form of, or those that it misspells by one letter.
function verbsOf(word: string, { lexicon }: NounContext, { verbs, near }: FrameIndex): string[] {
  const known = near.get(word)
  if (known) return known
  const lemma = lemmaOf(word, lexicon, (each) => verbs.has(each))
  if (verbs.has(lemma)) return [lemma]
  const isOther = lexicon.otherVerbs.includes(lemmaOf(word, lexicon, (each) => lexicon.otherVerbs.includes(each)))
  const found = isOther ? [] : [...verbs].filter((verb) => isNear(verb, word))
  // Players make few different errors; a flood of words must not fill the memory.
  if (near.size >= maxRemembered) near.clear()
  near.set(word, found)
  return found
}

/** Misspelled verbs that are remembered. */
const maxRemembered = 500

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
    assign(act, role, { ...meaning, isPerson: (id) => !Object.hasOwn(context.scene.things, id) })
  }
  takeFrom(act, match, context)
  fillReferent(act, context)
  return { act, score: match.score, ...(question && { question }) }
}

// "Everything from the bag": what is in or on it, and nothing else.
function takeFrom(act: Act & { from?: string }, { roles }: Match, { scene, lexicon }: NounContext): void {
  const { from } = act
  delete act.from
  const first = roles['things']?.text.split(' ')[0] ?? ''
  if (from === undefined || !lexicon.all.includes(first) || !act.things) return
  const inside = act.things.filter((id) => scene.isWithin(id, from))
  const held = [...scene.thingsAt(`in:${from}`), ...scene.thingsAt(`on:${from}`)]
  act.things = inside.length > 0 ? inside : held
}

function fillReferent(act: Act, { referents }: NounContext): void {
  for (const role of ['thing', 'where'] as const)
    if (act[role] === 'it')
      if (referents.it === undefined) delete act[role]
      else act[role] = referents.it
}

function assign(
  act: Act,
  role: string,
  { ids, text, isPerson }: Meaning & { text: string; isPerson: (id: string) => boolean },
): void {
  if (role === 'any') return
  if (role === 'things' || (ids.length > 1 && role === 'thing')) {
    if (ids.length === 1 && ids[0] !== 'all') act.thing = ids[0]!
    else act.things = ids[0] === 'all' ? [] : ids
  } else if (role === 'topic' || role === 'text' || role === 'quote') act[role === 'quote' ? 'text' : role] = text
  else if (role === 'direction') act.to = ids[0]!
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
    if (!meaning) continue
    const score = rest.score + meaning.score
    if (score > (best?.score ?? -Infinity)) best = { roles: { ...rest.roles, [role]: meaning }, score }
  }
  return best
}

/** Words of a topic or of a speech without quotation marks, at most. */
const maxFreeWords = 30

function readRole(
  role: string,
  part: readonly Token[],
  { context, act }: { context: NounContext; act: string },
): RoleMeaning | undefined {
  const text = part.map((token) => token.text).join(' ')
  const { memo } = context
  if (!memo || part.some(({ kind }) => kind === 'quote')) return readWords(role, part, { context, act, text })
  const key = `${act} ${role} ${text}`
  if (!memo.has(key)) memo.set(key, readWords(role, part, { context, act, text }))
  return memo.get(key)
}

function readWords(
  role: string,
  part: readonly Token[],
  { context, act, text }: { context: NounContext; act: string; text: string },
): RoleMeaning | undefined {
  const { lexicon } = context
  if (part.length === 0) return undefined
  if (role === 'quote')
    return part.length === 1 && part[0]?.kind === 'quote'
      ? { ids: [], score: 3, text: part[0].quoted ?? '' }
      : undefined
  if (part.some(({ kind }) => kind === 'quote')) return undefined
  if (role === 'direction' || role === 'to') {
    const direction = directionOf(text, context)
    if (direction !== undefined) return { ids: [direction], score: 3, text }
    if (role === 'direction') return undefined
  }
  const before = [...lexicon.pronouns.it, ...lexicon.pronouns.them].includes(text) ? context.referents.topic : undefined
  if (role === 'topic' && before !== undefined) return { ids: [], score: 1, text: before }
  if (role === 'topic') {
    // "where the captain has gone": the captain.
    const end = part.findIndex((token, at) => at > 0 && lexicon.auxiliaries.includes(token.text))
    const subject = end > 0 ? part.slice(0, end) : part
    const isPronoun = end === 1 && lexicon.others.includes(part[0]!.text)
    const named = withoutArticles(isPronoun && part.length > 2 ? part.slice(2) : subject, lexicon.articles)
    return part.length <= maxFreeWords ? { ids: [], score: 0.9 - part.length * 0.01, text: named } : undefined
  }
  if (role === 'text' || role === 'any')
    return part.length <= maxFreeWords ? { ids: [], score: 0.9 - part.length * 0.01, text } : undefined
  if (role === 'person' && lexicon.everyone.includes(text)) {
    const present = context.scene.peopleAt(context.scene.here)
    if (present.length > 0) return { ids: present, score: 3, text }
  }
  const prefer = preferenceFor(act, role, context)
  const read = role === 'things' || role === 'thing' ? readMany(part, context, prefer) : readOne(part, context, prefer)
  if (!read) return undefined
  if (read.score < 0) {
    const scenery = isScenery(text, context)
    if (scenery !== undefined && (role === 'thing' || role === 'things')) return { ids: [scenery], score: 2.5, text }
    if (part.some((token) => token.kind === 'mark') || hasForeignTail(part, context)) return undefined
  }
  const noun = context.nouns.find(({ id }) => id === read.ids[0])
  return { ...read, score: read.score + (noun ? Math.min(prefer(noun), 2) * 0.2 : 0), text }
}

// "The painting upwards": something known and words that were not understood.
function hasForeignTail(part: readonly Token[], context: NounContext): boolean {
  for (let end = 1; end < part.length; end += 1) {
    const found = readOne(part.slice(0, end), context, () => 1)
    if (found && found.score >= 2 && !context.lexicon.articles.includes(part[end]!.text)) return true
  }
  return false
}

/** The direction, or the exit with its own name, that words stand for. */
export function directionOf(
  text: string,
  { lexicon, scene }: Pick<NounContext, 'lexicon' | 'scene'>,
): string | undefined {
  const words = text.split(' ').filter((word) => !lexicon.articles.includes(word))
  const plain = words.slice(lexicon.prepositions['to']?.includes(words[0] ?? '') ? 1 : 0).join(' ')
  if (plain.length > maxDirectionLength) return undefined
  const exits = Object.keys(scene.exitsOf(scene.here))
  const exit = exits.find((each) => each === plain || each === plain.replaceAll(' ', '_'))
  if (exit !== undefined) return exit
  const all = Object.entries(lexicon.directions)
  const exact = all.find(([, names]) => names.includes(plain))
  return (exact ?? all.find(([name]) => name.length > 3 && isNear(name, plain)))?.[0]
}

/** Letters of a direction, or of the name of an exit, at most. */
const maxDirectionLength = 40

function withoutArticles(part: readonly Token[], articles: readonly string[]): string {
  const first = part.findIndex(({ text }) => !articles.includes(text))
  return part
    .slice(Math.max(first, 0))
    .map(({ text }) => text)
    .join(' ')
}

function isDoor(id: string, scene: NounContext['scene']): boolean {
  const { openable, container } = scene.things[id] ?? {}
  return (openable === true && !container) || Object.values(scene.exitsOf(scene.here)).some(({ door }) => door === id)
}

function preferenceFor(act: string, role: string, { scene }: NounContext): Preference {
  const carried = (id: string) => scene.isCarried(id)
  return ({ id, kind, inScope }) => {
    const thing = scene.things[id]
    if (role === 'person') return kind === 'person' ? (inScope ? 2 : 1) : 0
    if (role === 'to') return kind === 'place' || isDoor(id, scene) ? 2 : 0
    if (act === 'search') return thing?.container || thing?.supporter ? 2 : 1
    if (kind !== 'thing' || !thing) return kind === 'person' && act === 'examine' ? 1 : 0
    if (role === 'where') return thing.container || thing.supporter ? 2 : 1
    if (act === 'take')
      return inScope &&
        !inScope.carried &&
        inScope.heldBy === undefined &&
        thing.portable !== false &&
        !thing.supporter &&
        thing.fixed === undefined
        ? 2
        : 0
    if (act === 'drop' || act === 'put' || act === 'give' || act === 'show')
      return carried(id) && !scene.is(id, 'worn')
        ? 2
        : inScope?.heldBy === undefined && act === 'put' && thing.portable !== false
          ? 0.5
          : 0
    if (act === 'open') return thing.openable ? (scene.is(id, 'open') ? 1 : 2) : 0
    if (act === 'close') return thing.openable ? (scene.is(id, 'open') ? 2 : 1) : 0
    if ((act === 'lock' || act === 'unlock') && role === 'thing')
      return thing.lockable || scene.is(id, 'locked') ? 2 : 0
    if (act === 'light') return role === 'with' ? 1 : thing.light ? (scene.is(id, 'lit') ? 1 : 2) : 0
    if (act === 'extinguish') return thing.light ? (scene.is(id, 'lit') ? 2 : 1) : 0
    if (act === 'wear') return thing.wearable ? 2 : 0
    if (act === 'remove') return scene.is(id, 'worn') ? 2 : 0
    if (act === 'eat') return thing.edible ? 2 : 0
    if (act === 'drink') return thing.drinkable ? 2 : 0
    if (act === 'read') return thing.text === undefined ? 0 : 2
    if (act === 'attack') return role === 'with' && thing.weapon !== undefined ? 2 : 0
    return 1
  }
}

/** Removes words without meaning around a command. */
export function trimClause(tokens: readonly Token[], lexicon: NounContext['lexicon']): Token[] {
  let start = 0
  let end = tokens.length
  for (;;) {
    while (start < end && tokens[start]?.kind === 'mark') start += 1
    const length = longestAt(tokens, start, lexicon.fillers)
    if (length === 0 || start + length >= end) break
    // "try pushing it" is an attempt, "try the key" an act.
    if (lexicon.attempts.includes(tokens[start]!.text) && length === 1 && !isParticiple(tokens[start + 1]!, lexicon))
      break
    start += length
  }
  for (;;) {
    while (end > start && tokens[end - 1]?.kind === 'mark') end -= 1
    const length = longestBefore(tokens, end, lexicon.trailers)
    if (length === 0 || end - length <= start) break
    end -= length
  }
  return tokens
    .slice(start, end)
    .filter(
      ({ text, kind }, at, all) =>
        !(at > 0 && all[at - 1]?.kind === 'quote' && (text === 'i' || kind === 'mark')) &&
        !(kind === 'mark' && all[at + 1]?.kind === 'quote') &&
        !(kind === 'word' && at > 0 && isAdverb(text, lexicon)),
    )
}

function isParticiple({ text }: Token, { endings }: NounContext['lexicon']): boolean {
  return endings.participle.some((ending) => text.length > ending.length + 1 && text.endsWith(ending))
}

function isAdverb(text: string, { endings, notAdverbs }: NounContext['lexicon']): boolean {
  return (
    endings.adverb.some((ending) => text.length > ending.length + 2 && text.endsWith(ending)) &&
    !notAdverbs.includes(text)
  )
}
