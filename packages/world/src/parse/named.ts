import { isPreposition } from './known-words.ts'
import type { Lexicon } from './lexicon.ts'
import { isWordOfName, type Noun, nounsNamed, nounsWithAll } from './nouns.ts'
import { bestBy, type Meaning, type NounContext, type Preference } from './noun-context.ts'

/** Reads words as a name or a part of one. */
export function readNamed(words: readonly string[], context: NounContext, prefer: Preference): Meaning {
  const { owner, named } = takePossessor(words, context)
  const { has, bare } = takeProperties(named, context)
  const { scene } = context
  const isOwned = (id: string) => scene.locationOf(id) === owner || scene.things[id]?.owner === owner
  // A stranger who is not here is known by name at most: "the man" must not name him.
  const isStranger = ({ id, kind, inScope, names }: Noun) =>
    kind === 'person' &&
    !inScope &&
    scene.state.happened?.[`met:${id}`] === undefined &&
    !bare.some((word) => names[0]?.includes(word))
  const scored = candidates(bare, context)
    .filter(
      ({ noun }) =>
        !isStranger(noun) && (context.only?.(noun) ?? true) && (owner === undefined || isOwned(noun.id)) && has(noun),
    )
    // "The letters" are rather those than a letter.
    .map(({ noun, score }) => {
      const isLiteral = bare.every((word) => noun.names.flat().includes(word))
      return { noun, score, rank: score * 10 + (noun.inScope ? 100 : 0) + (isLiteral ? 1 : 0) }
    })
  // The whole name of a place comes before a part of the name of its door.
  const isHere = ({ noun, score }: (typeof scored)[number]) =>
    noun.inScope !== undefined || (noun.kind === 'place' && score === 3 && prefer(noun) > 1)
  const sure = scored.filter(({ score }) => score >= 2)
  const pool = [sure.filter(isHere), sure, scored].find((each) => each.length > 0)
  if (!pool) return { ids: [words.join(' ')], score: -1 }
  const liked = bestBy(pool, ({ noun }) => prefer(noun))
  const best = bestBy(liked, ({ rank }) => rank)
  const score = best[0]!.score >= 3 ? 3 : best[0]!.score === 2 ? 2.5 : 1.5
  const ids = best.map(({ noun }) => noun.id)
  return ids.length === 1 || !best[0]!.noun.inScope
    ? { ids: [ids[0]!], score }
    : { ids: [ids[0]!], score, between: ids }
}

// "the lantern that is lit", "the open box": what has the property, unless the word belongs to a name.
function takeProperties(
  words: readonly string[],
  { nouns, lexicon, scene }: NounContext,
): { has: (noun: Noun) => boolean; bare: readonly string[] } {
  const wanted = words.flatMap((word) => {
    const name = isWordOfName(nouns, word)
      ? undefined
      : Object.keys(lexicon.properties).find((each) => lexicon.properties[each]!.includes(word))
    return name === undefined ? [] : [{ word, name: name.replace('!', ''), is: !name.startsWith('!') }]
  })
  const bare = words.filter((each) => !wanted.some(({ word }) => word === each))
  if (wanted.length === 0 || bare.length === 0) return { has: () => true, bare: words }
  return { has: ({ id }) => wanted.every(({ name, is }) => scene.is(id, name) === is), bare }
}

function takePossessor(words: readonly string[], { nouns, lexicon }: NounContext): { owner?: string; named: string[] } {
  const [first = '', ...others] = words
  const end = lexicon.possessives.find((each) => first.endsWith(each))
  const name = end === undefined ? undefined : first.slice(0, -end.length)
  const person =
    name === undefined
      ? undefined
      : nouns.find((noun) => noun.kind === 'person' && noun.names.some((each) => each.includes(name)))
  return person && others.length > 0 ? { owner: person.id, named: others } : { named: [...words] }
}

type Scored = { noun: Noun; score: number }[]

// The first way to understand the words by which they name something.
function candidates(words: readonly string[], context: NounContext): Scored {
  const { nouns, lexicon, only } = context
  const hasOne = lexicon.one.includes(words.at(-1) ?? '')
  if (words.some((word) => lexicon.other.includes(word)) && words.length <= 2) return otherThan(words, context)
  const adjectives = hasOne ? words.slice(0, -1) : words
  // "the thing on the table"
  if (only && adjectives.length === 0) return nouns.filter(({ inScope }) => inScope).map((noun) => ({ noun, score: 2 }))
  const ways = [
    () => nounsNamed(nouns, words),
    () => kindOf(words, nouns, lexicon),
    () => (hasOne ? [] : withoutForeign(words, context)),
    () => (hasOne ? [] : ofOneHead(words, nouns)),
    () => (hasOne || words.length === 1 ? withAdjectives(adjectives, nouns, hasOne) : []),
  ]
  // "The woman" is the one who is here, before what is called so elsewhere.
  const people = kindOf(words, nouns, lexicon)
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return people.length > 0 && !found.some(({ noun }) => noun.inScope) ? people : found
  }
  return []
}

// "the other one", "the other key"
function otherThan(words: readonly string[], { nouns, lexicon, referents }: NounContext): Scored {
  const recent = [referents.it, ...(referents.recent ?? [])]
  const own = words.find((word) => !lexicon.other.includes(word) && !lexicon.one.includes(word))
  const head = own ?? nouns.find(({ id }) => id === referents.it)?.names[0]?.at(-1)
  return nouns
    .filter(({ id, names, inScope }) => inScope && !recent.includes(id) && names.some((name) => name.at(-1) === head))
    .map((noun) => ({ noun, score: 2 }))
}

// Adjectives that belong to nothing in the world: "cold tea".
function withoutForeign(words: readonly string[], { nouns, lexicon }: NounContext): Scored {
  const isPossessive = (word: string) => lexicon.possessives.some((end) => word.endsWith(end))
  const known = words.filter(
    (word, at) => at === words.length - 1 || (isWordOfName(nouns, word) && !isPossessive(word)),
  )
  const hasPreposition = words.some((word) => isPreposition(word, lexicon))
  if (known.length === words.length || (known.length === 1 && hasPreposition)) return []
  return nounsNamed(nouns, known)
    .map(({ noun, score }) => ({ noun, score: Math.min(score, 2) }))
    .filter(({ score }) => score > 1)
}

// "the brass one", or an adjective alone: no head is needed.
function withAdjectives(adjectives: readonly string[], nouns: readonly Noun[], hasOne: boolean): Scored {
  const fitting = nounsWithAll(nouns, adjectives).filter(({ inScope }) => inScope)
  const exact = fitting.filter(({ names }) => adjectives.every((word) => names.some((name) => name.includes(word))))
  return (exact.length > 0 ? exact : fitting).map((noun) => ({ noun, score: hasOne ? 2 : 1 }))
}

// "The heavy old sea chest": two words name the only chest here, the others belong to nothing or to other things.
function ofOneHead(words: readonly string[], nouns: readonly Noun[]): Scored {
  const named = nouns.filter(({ names, inScope }) => inScope && names.some((name) => name.at(-1) === words.at(-1)))
  const fitting = named.filter(({ names }) => words.filter((word) => names.flat().includes(word)).length > 1)
  return named.length === 1 ? fitting.map((noun) => ({ noun, score: 2 })) : []
}

// "the girl": people who are present and whose pronoun fits.
function kindOf(words: readonly string[], nouns: readonly Noun[], { kinds }: Lexicon): Scored {
  const [word = '', ...others] = words
  const fits = ({ inScope, pronoun = '' }: Noun) => inScope && kinds[pronoun]?.includes(word) === true
  const found = others.length === 0 ? nouns.filter(fits) : []
  return found.map((noun) => ({ noun, score: 2 }))
}
