import type { Act } from '../model/act.ts'
import type { Element, Frame, FrameIndex } from './frames.ts'
import { isScenery, type Meaning, type NounContext, type Preference, readMany, readOne } from './noun-phrase.ts'
import { isNear } from './near.ts'
import { lemmaOf, longestAt, phraseAt, type Token } from './tokens.ts'

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
  const lemma = verbOf(first.text, context, frames)
  const words = tokens.map((token, at) => (at === 0 ? { ...token, text: lemma } : token))
  const possible = [
    ...(frames.byWord.get(lemma) ?? []),
    ...(first.text === lemma ? [] : (frames.byWord.get(first.text) ?? [])),
    ...(frames.byWord.get('*') ?? []),
  ]
  let best: ClauseAct | undefined
  for (const frame of possible) {
    const exact = frame.elements[0] && 'phrases' in frame.elements[0] && startsWith(frame.elements[0], tokens)
    const found = matchFrame(frame, exact ? tokens : words, context)
    if (found && found.score > (best?.score ?? 0)) best = found
  }
  return best
}

// The verb that a word is a form of, or that it misspells by one letter.
function verbOf(word: string, { lexicon }: NounContext, { verbs }: FrameIndex): string {
  const lemma = lemmaOf(word, lexicon, (each) => verbs.has(each))
  if (verbs.has(lemma) || word.length < 3) return lemma
  return [...verbs].find((verb) => isNear(verb, word)) ?? lemma
}

function startsWith(element: Element, tokens: readonly Token[]): boolean {
  return 'phrases' in element && element.phrases.some((phrase) => phraseAt(tokens, 0, phrase.join(' ')) > 0)
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
    assign(act, role, meaning)
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

function assign(act: Act, role: string, { ids, text }: Meaning & { text: string }): void {
  if (role === 'things' || (ids.length > 1 && role === 'thing')) {
    if (ids.length === 1 && ids[0] !== 'all') act.thing = ids[0]!
    else act.things = ids[0] === 'all' ? [] : ids
  } else if (role === 'topic' || role === 'text' || role === 'quote') act[role === 'quote' ? 'text' : role] = text
  else if (role === 'direction') act.to = ids[0]!
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

function readRole(
  role: string,
  part: readonly Token[],
  { context, act }: { context: NounContext; act: string },
): (Meaning & { text: string }) | undefined {
  const { lexicon } = context
  const text = part.map((token) => token.text).join(' ')
  if (part.length === 0) return undefined
  if (role === 'quote')
    return part.length === 1 && part[0]?.kind === 'quote'
      ? { ids: [], score: 3, text: part[0].quoted ?? '' }
      : undefined
  if (part.some(({ kind }) => kind === 'quote')) return undefined
  if (role === 'direction' || role === 'to') {
    const direction = directionOf(text.replace(/^(?:the|to|to the) /, ''), context)
    if (direction !== undefined) return { ids: [direction], score: 3, text }
    if (role === 'direction') return undefined
  }
  const before = [...lexicon.pronouns.it, ...lexicon.pronouns.them].includes(text) ? context.referents.topic : undefined
  if (role === 'topic' && before !== undefined) return { ids: [], score: 1, text: before }
  if (role === 'topic' || role === 'text')
    return part.length <= 30
      ? { ids: [], score: 0.9 - part.length * 0.01, text: withoutArticles(part, lexicon.articles) }
      : undefined
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
    if (part.some((token) => token.kind === 'mark')) return undefined
  }
  return { ...read, text }
}

/** The direction, or the exit with its own name, that words stand for. */
export function directionOf(
  text: string,
  { lexicon, scene }: Pick<NounContext, 'lexicon' | 'scene'>,
): string | undefined {
  const exits = Object.keys(scene.exitsOf(scene.here))
  const words = text.split(' ').filter((word) => !lexicon.articles.includes(word))
  const plain = words.join(' ')
  if (exits.includes(plain) || exits.includes(plain.replaceAll(' ', '_')))
    return exits.find((exit) => exit === plain || exit === plain.replaceAll(' ', '_'))
  const exact = Object.entries(lexicon.directions).find(([, names]) => names.includes(plain))
  return (exact ?? Object.entries(lexicon.directions).find(([name]) => name.length > 3 && isNear(name, plain)))?.[0]
}

function withoutArticles(part: readonly Token[], articles: readonly string[]): string {
  const first = part.findIndex(({ text }) => !articles.includes(text))
  return part
    .slice(Math.max(first, 0))
    .map(({ text }) => text)
    .join(' ')
}

function preferenceFor(act: string, role: string, { scene }: NounContext): Preference {
  const carried = (id: string) => scene.isCarried(id)
  return ({ id, kind, inScope }) => {
    const thing = scene.things[id]
    if (role === 'person') return kind === 'person' ? (inScope ? 2 : 1) : 0
    if (role === 'to') return kind === 'place' ? 2 : thing !== undefined && inScope !== undefined ? 1 : 0
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
export function trimClause(
  tokens: readonly Token[],
  lexicon: NounContext['lexicon'],
  _isVerb: (word: string) => boolean,
): Token[] {
  let start = 0
  let end = tokens.length
  for (;;) {
    while (start < end && tokens[start]?.kind === 'mark') start += 1
    const length = longestAt(tokens, start, lexicon.fillers)
    if (length === 0 || start + length >= end) break
    // "try pushing it" is an attempt, "try the key" an act.
    if (tokens[start]!.text === 'try' && length === 1 && !/ing$/.test(tokens[start + 1]!.text)) break
    start += length
  }
  for (;;) {
    while (end > start && tokens[end - 1]?.kind === 'mark') end -= 1
    const length = Math.max(0, ...lexicon.trailers.map((phrase) => endsWith(tokens.slice(start, end), phrase)))
    if (length === 0 || end - length <= start) break
    end -= length
  }
  return tokens
    .slice(start, end)
    .filter(
      ({ text, kind }, at, all) =>
        !(at > 0 && all[at - 1]?.kind === 'quote' && (text === 'i' || kind === 'mark')) &&
        !(kind === 'mark' && all[at + 1]?.kind === 'quote') &&
        !(
          kind === 'word' &&
          at > 0 &&
          /^\w{3,}ly$/.test(text) &&
          !['only', 'family', 'july', 'belly', 'lily', 'ally', 'fly', 'jelly'].includes(text)
        ),
    )
}

function endsWith(tokens: readonly Token[], phrase: string): number {
  const length = phrase.split(' ').length
  return tokens.length > length && phraseAt(tokens, tokens.length - length, phrase) > 0 ? length : 0
}
