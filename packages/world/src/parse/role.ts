import { memoizeByObject } from '../memoize-by-object.ts'
import { unclear } from '../model/act.ts'
import { isNear } from './near.ts'
import { readMany } from './group.ts'
import type { NounContext, RoleMeaning } from './noun-context.ts'
import { idNamed, isScenery, readOne } from './noun-phrase.ts'
import { isNameInScope, isWordOfName, wordsOf } from './nouns.ts'
import { longestBefore } from './phrases.ts'
import { exitAt } from '../view/describe.ts'
import { preferenceFor } from './preference.ts'
import { isFunctionWord, isKnownWord, isOfBody } from './known-words.ts'
import { textOf, type Token } from './tokens.ts'

/** Words of a topic or of a speech without quotation marks, at most. */
const maxFreeWords = 30

export function readRole(
  role: string,
  part: readonly Token[],
  { context, act }: { context: NounContext; act: string },
): RoleMeaning | undefined {
  const text = textOf(part)
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
  if (role === 'here') return readHere(part, context)
  if (role === 'own') return isOwn(part, context) ? { ids: [], score: 2, text } : undefined
  if (role === 'quote')
    return part.length === 1 && part[0]?.kind === 'quote'
      ? { ids: [], score: 3, text: part[0].quoted ?? '' }
      : undefined
  if (part.some(({ kind }) => kind === 'quote')) return undefined
  if (role === 'direction' || role === 'to') {
    const direction = directionOf(text, context)
    // "Look inside" is about a thing.
    if (act === 'examine' && (direction === 'in' || direction === 'out')) return undefined
    if (direction !== undefined) return { ids: [direction], score: 3, text }
    if (role === 'direction') return undefined
  }
  const before = [...lexicon.pronouns.it, ...lexicon.pronouns.them].includes(text) ? context.referents.topic : undefined
  if (role === 'topic' && before !== undefined) return { ids: [], score: 1, text: before }
  if (role === 'topic' && lexicon.trailers.includes(text)) return undefined
  // "What it means"
  const { it } = context.referents
  const isOfIt = part.length > 1 && part.length < 4 && lexicon.pronouns.it.includes(part[0]!.text)
  if (role === 'topic' && act === 'ask' && isOfIt && it !== undefined && Object.hasOwn(context.scene.things, it))
    return { ids: [], score: 0.9, text: context.scene.things[it]!.name }
  if (role === 'topic')
    return part.length <= maxFreeWords
      ? {
          ids: [],
          score: 0.9 - part.length * 0.01,
          text: (act === 'tell' ? wholeTopic : topicIn)(
            part.map((token) => ({ ...token, text: spelledTopic(token.text, context) })),
            lexicon,
          ),
        }
      : undefined
  if (role === 'text' || role === 'any') {
    // "For the burner, under the table": two clauses.
    if (act === 'search' && part.some(({ kind }) => kind === 'mark')) return undefined
    const words = act === 'search' ? withoutArticles(soughtTokens(part, context), lexicon.articles) : text
    return part.length <= maxFreeWords ? { ids: [], score: 0.9 - part.length * 0.01, text: words } : undefined
  }
  const isMany = lexicon.pronouns.them.includes(text) && context.referents.them === undefined
  if (role === 'person' && (isMany || lexicon.everyone.includes(text))) {
    const present = context.scene.peopleAt(context.scene.here)
    return { ids: present.length > 0 ? present : [unclear.person], score: 3, text }
  }
  const isOfPerson = role === 'person' || (role === 'thing' && act === 'examine')
  if (isOfPerson && part.length > 1 && ownerOf(part, lexicon))
    return readRole(role, [ownerOf(part, lexicon)!], { context, act })
  const sought = act === 'find' && role === 'thing' ? soughtTokens(part, context) : part
  const prefer = preferenceFor(act, role, context)
  const read =
    role === 'things' || role === 'thing' ? readMany(sought, context, prefer) : readOne(sought, context, prefer)
  if (!read || (role === 'person' && Object.hasOwn(context.scene.places, read.ids[0]!))) return undefined
  const noun = context.nouns.find(({ id }) => id === read.ids[0])
  // What is described here comes before a thing or a place that is elsewhere, and before a part of a name.
  const isAbsent = noun !== undefined && noun.kind !== 'person' && !noun.inScope && noun.id !== context.scene.here
  const scenery = read.score < 3 || isAbsent ? isScenery(text, context) : undefined
  if (
    scenery !== undefined &&
    (role === 'thing' ||
      role === 'things' ||
      role === 'where' ||
      (role === 'to' && (read.score < 0 || (isAbsent && noun.kind === 'thing'))))
  )
    // "Take a lamp" is no way.
    return { ids: [scenery], score: role === 'to' ? 2.4 : 2.5, text }
  // "The green door" that is described here comes before a door that is elsewhere.
  if (noun?.kind === 'thing' && !noun.inScope && exitAt(context.scene, text) !== undefined)
    return { ids: [withoutArticles(part, lexicon.articles)], score: role === 'to' ? 2 : 0.5, text }
  if (act === 'find' && role === 'thing' && read.score < 0 && isSought(part, context))
    return { ids: [withoutArticles(sought, lexicon.articles)], score: -1, text }
  const found = read.score < 0 && looking.has(act) && role === 'thing' ? readPartOf(part, context) : undefined
  if (found) return { ...found, text }
  if (role === 'where' && noun?.kind === 'place') return { ...read, score: -1, text }
  if (read.score < 0 && (part.some((token) => token.kind === 'mark') || hasForeignWords(part, context)))
    return undefined
  return { ...read, score: read.score + (noun ? Math.min(prefer(noun), 2) * 0.2 : 0), text }
}

// "Mara's name", "his face": Mara, and the one who is meant by "him".
function ownerOf(part: readonly Token[], lexicon: NounContext['lexicon']): Token | undefined {
  const [owner, last, ...others] = part
  const end = lexicon.possessives.find((each) => owner?.text.endsWith(each) === true)
  const isPart = others.length === 0 && last !== undefined && lexicon.bodyParts.includes(last.text)
  const { him, her } = lexicon.pronouns
  if (owner && isPart && [...him, ...her].includes(owner.text)) return owner
  return owner && end !== undefined && isPart ? { ...owner, text: owner.text.slice(0, -end.length) } : undefined
}

// "Leave the inn", "leave Tobit": the place or a person here, or a name that is neither.
function readHere(part: readonly Token[], context: NounContext): RoleMeaning | undefined {
  const { scene, nouns } = context
  const text = textOf(part)
  if (part.every(({ isName }) => isName === true) && !part.some((token) => isWordOfName(nouns, token.text)))
    return { ids: [], score: 1, text }
  const id = idNamed(part, context, { prefer: ({ id: each }) => (each === scene.here ? 2 : 1) }) ?? ''
  const isHere = id === scene.here || scene.peopleAt(scene.here).includes(id)
  return isHere ? { ids: [], score: 4, text } : undefined
}

// "My breast pocket": something of the player that the world does not have as a thing.
function isOwn(part: readonly Token[], { lexicon, nouns }: NounContext): boolean {
  const [first, ...others] = part
  const last = others.at(-1)?.text ?? ''
  return (
    first !== undefined &&
    [...Object.keys(lexicon.secondPerson), ...lexicon.indefinites].includes(first.text) &&
    others.length <= maxOwn &&
    isOfBody(last, lexicon) &&
    !isNameInScope(nouns, last)
  )
}

/** Words of something of the player's, behind the first, at most. */
const maxOwn = 4

/** Acts that look at a part of a thing by looking at the thing. */
const looking = new Set(['examine', 'read', 'search'])

// "The labels on the mail": the mail, which has no parts of its own. "The blood on the keys", where neither is known: the blood.
function readPartOf(part: readonly Token[], context: NounContext): Omit<RoleMeaning, 'text'> | undefined {
  const { nouns, lexicon } = context
  const { in: inside = [], on = [], of: ofWords = [] } = lexicon.prepositions
  const at = part.findIndex(({ text }, index) => index > 0 && [...inside, ...on, ...ofWords].includes(text))
  const [only, ...others] = part.slice(0, Math.max(at, 0)).filter(({ text }) => !lexicon.articles.includes(text))
  if (only?.kind !== 'word') return undefined
  const id = idNamed(part.slice(at + 1), context)
  if (id !== undefined && nouns.some((noun) => noun.id === id && noun.inScope)) return { ids: [id], score: 1 }
  const scenery = isScenery(textOf(part.slice(at + 1)), context)
  if (scenery !== undefined && others.length > 0) return { ids: [scenery], score: 1 }
  if (others.length > 0 || ofWords.includes(part[at]!.text)) return readPartOf(part.slice(at + 1), context)
  if (isFunctionWord(only.text, lexicon)) return undefined
  return { ids: [only.text], score: -1 }
}

// What is looked for, up to where: "hoof prints or anything in the hay" are hoof prints.
function soughtTokens(part: readonly Token[], { lexicon }: NounContext): readonly Token[] {
  const { in: inside = [], on = [], under = [], from = [], with: using = [] } = lexicon.prepositions
  const ends = [
    ...inside,
    ...on,
    ...under,
    ...from,
    ...using,
    ...lexicon.connectors.and,
    ...lexicon.complementizers,
    'or',
    ',',
  ]
  const cut = part.findIndex(({ text }, at) => at > 0 && ends.includes(text))
  return cut > 0 ? part.slice(0, cut) : part
}

function isSought([first]: readonly Token[], { lexicon }: NounContext): boolean {
  return (
    first?.kind === 'word' && !lexicon.interrogatives.includes(first.text) && !lexicon.pronouns.it.includes(first.text)
  )
}

/** Letters of a word that may be a misspelled one of a topic, at least. */
const minMisspelled = 5

const topicWords = memoizeByObject((people: NounContext['scene']['people']) => {
  const named = Object.values(people).flatMap((person) => Object.entries(person.topics ?? {}))
  return named.flatMap(([name, { keywords = [] }]) => [name.replaceAll('_', ' '), ...keywords].flatMap(wordsOf))
})

// A misspelled word of something that people can be asked about.
function spelledTopic(word: string, { scene, lexicon, nouns }: NounContext): string {
  if (word.length < minMisspelled || isKnownWord(word, lexicon) || isWordOfName(nouns, word)) return word
  const all = topicWords(scene.people)
  return all.includes(word) ? word : (all.find((each) => isNear(each, word)) ?? word)
}

// What is said is not shortened: "she has to leave".
function wholeTopic(part: readonly Token[], lexicon: NounContext['lexicon']): string {
  const isEmpty = lexicon.existentials.includes(part[0]?.text ?? '')
  return isEmpty ? topicIn(part, lexicon) : withoutArticles(part, lexicon.articles)
}

// "where the captain has gone": the captain. "what he knows about the wreck": the wreck.
function topicIn(part: readonly Token[], lexicon: NounContext['lexicon']): string {
  const start = part.findLastIndex((_, at) => longestBefore(part, at, lexicon.topicMarks) > 0)
  const named = start > 0 ? part.slice(start) : part
  const end = named.findIndex(({ text }, at) => at > 0 && lexicon.auxiliaries.includes(text))
  const empty = [...lexicon.others, ...lexicon.subjects, ...lexicon.existentials, ...lexicon.pronouns.it]
  // "Who else is here"
  if (end === 1 && lexicon.other.includes(named[0]!.text)) return withoutArticles(named, lexicon.articles)
  const isPronoun = end === 1 && empty.includes(named[0]!.text)
  if (isPronoun && named.length > 2) return withoutArticles(named.slice(2), lexicon.articles)
  return withoutArticles(end > 0 ? named.slice(0, end) : named, lexicon.articles)
}

// "The painting upwards": something known and words that were not understood.
function hasForeignWords(part: readonly Token[], context: NounContext): boolean {
  if (['in', 'on', 'from', 'with', 'under', 'to'].some((kind) => hasWord(part, context.lexicon.prepositions[kind])))
    return true
  for (let end = 1; end < part.length; end += 1) {
    const found = readOne(part.slice(0, end), context, () => 1)
    if (found && found.score >= 2 && !context.lexicon.articles.includes(part[end]!.text)) return true
  }
  return false
}

function hasWord(part: readonly Token[], words: readonly string[] = []): boolean {
  return part.some(({ text }) => words.includes(text))
}

/** The direction or named exit that the words mean. */
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
  const near = () => all.find(([name]) => name.length > 3 && isNear(name, plain))
  return (exact ?? (isKnownWord(plain, lexicon) ? undefined : near()))?.[0]
}

/** Letters of a direction, or of the name of an exit, at most. */
const maxDirectionLength = 40

function withoutArticles(part: readonly Token[], articles: readonly string[]): string {
  const first = part.findIndex(({ text }) => !articles.includes(text))
  return textOf(part.slice(Math.max(first, 0)))
}
