import { isTaking } from './clues.ts'
import { isSaid, patternOf } from './conditions.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isWord } from './words.ts'
import { hasTags } from './tagged.ts'

/** The phrases that say whom the player plays: "you are the night porter", "I'm a baker", "I am Tilda, the bookkeeper". */
export function playedBy(text: string, phrases: readonly NounPhrase[]): NounPhrase[] {
  const begins = (words: string, mayBe: (phrase: NounPhrase) => boolean) =>
    phrases.find(
      (phrase) =>
        mayBe(phrase) &&
        (words.startsWith(phrase.text) || (phrase.role !== undefined && words.startsWith(phrase.role))),
    )
  const article = /^(?:an?|the|your|my|his|her|their|our|two|three|four|five)\s+/i
  const own = [
    ...text.matchAll(
      /\b(?:you are|you're|you play|i am|i'm|i play|we are|we're|my name is|(?<=(?:^|[.!?] ))as(?= (?:the|an?) [^.,;!?]{3,50},? (?:i|we|you) ))\s+/gi,
    ),
    // "Has asked me, a disgraced knight, to"; "you, president of the club, are".
    ...text.matchAll(/(?<!,)(?<= |^)(?:i|you|me|we|us),\s+(?=\p{Ll}[^,.;!?]{2,60}(?:[.,;!?]|$))/giu),
    // "Has put me, Ruben from marketing, in charge"; not "behind me, Ruben".
    ...text.matchAll(
      /(?<!\b(?:with|behind|beside|between|before|near|like|except|and|but|for) )\b(?:me|us),\s+(?=\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?(?: (?:from|of|in) [^,.;!?]+)?[,.])/gu,
    ),
  ].flatMap((said) => {
    const role = text.slice(said.index + said[0].length)
    const found = begins(
      role.replace(article, ''),
      ({ isName, role: trade }) => isName || trade !== undefined || article.test(role) || /,\s+$/.test(said[0]),
    )
    // "Between us, the baker": who else is named.
    const isBeside = /,\s+$/.test(said[0]) && !found?.isName && !isApposed(found ?? undefined, article.test(role))
    if (!found || isBeside) return []
    const after = role
      .replace(article, '')
      .slice(found.text.length)
      .replace(/^,?\s+/, '')
    return [found, (article.test(after) && begins(after.replace(article, ''), ({ isName }) => !isName)) || []].flat()
  })
  return own.length > 0 ? own : refusedIn(text, phrases)
}

// The words behind "me," that say who it is: a trade, with or without an article.
function isApposed(phrase: NounPhrase | undefined, hasArticle: boolean): boolean {
  if (phrase === undefined) return false
  return (
    isWord('person', phrase.head) ||
    phrase.isActor ||
    (hasArticle && /\w{3}(?:er|or|ist|ian|man|woman)$/.test(phrase.head))
  )
}

// "A doctor arrives at the gates. The guards won't let me in": the one who arrives is "me".
function refusedIn(text: string, phrases: readonly NounPhrase[]): NounPhrase[] {
  const [phrase] = phrases
  const isArriving =
    phrase?.sentence === 0 &&
    phrase.determiner === 'a' &&
    !phrase.isPlural &&
    !phrase.isName &&
    isSaid('arriving', phrase.followedBy)
  const isRefused = isSaid('refused', text) && !/\b(?:he|him|his|she|her|I (?:am|was)|I'm)\b/.test(text)
  const isOnlyOnce = phrase !== undefined && text.split(phrase.head).length === 2
  return isArriving && isRefused && isOnlyOnce ? [phrase] : []
}

/** Whether the subject of a clause does something, alone: not "A king and a thief share a cell". */
export function isActor({ head, isPlural, followedBy }: NounPhrase, next: NounPhrase | undefined): boolean {
  if (isWord('collective', head)) return false
  // "A film crew in the jungle." says where, not what is done, but "A cook at an inn finds a letter." both.
  if (/^(?:in|on|at|of|with|under|from|near|aboard)$/.test(followedBy))
    return !isPlural && next !== undefined && isPredicateVerb(next.followedBy)
  if (isPlural || followedBy === '' || /^(?:and|or)\b/.test(followedBy)) return false
  return !isSaid('victim', followedBy) && !isSaid('shutAway', followedBy)
}

/** Whether words begin with a verb of the clause, perhaps after an adverb: "is accused of", "deliberately mistranslates". */
function isPredicateVerb(words: string): boolean {
  return hasTags(words, '^#Adverb? (#PresentTense|#PastTense|#Copula|#Modal|#Auxiliary)')
}

/** Whether a phrase names who is called upon for the story: "O Muse, sing of". */
export function isInvoked({ text: name }: NounPhrase, text: string): boolean {
  return isSaid('invoked', text.slice(0, text.indexOf(name) + name.length)) || /^O \p{L}/u.test(name)
}

/** The first person with a name is whom the player plays if they act alone, or set out with another, and the premise is not in the first person of another. */
export function playHero(
  found: Pick<Premise, 'people' | 'player'>,
  phrases: readonly NounPhrase[],
  { text, isFirstPerson }: { text: string; isFirstPerson: boolean },
): void {
  if (found.player || isFirstPerson) return
  const personOf = (phrase: NounPhrase) =>
    found.people.find((each) => each.name === namedBy(phrase, 'person').name && isFree(each))
  const first = phrases.findIndex((phrase) => mayBeHero(phrase) && personOf(phrase) !== undefined)
  const hero = first < 0 || !isHeroic(first, { phrases, text }) ? undefined : personOf(phrases[first]!)
  if (!hero) return
  found.player = hero
  found.people = found.people.filter((each) => each !== hero)
}

function mayBeHero({ isName, isPlural, determiner, preposition, text }: NounPhrase): boolean {
  const isOfAnother = /^(?:his|her|their|its)$/.test(determiner) || /['’]s /.test(text)
  return isName && !isPlural && preposition === undefined && !isOfAnother
}

function isHeroic(at: number, { phrases, text }: { phrases: readonly NounPhrase[]; text: string }): boolean {
  const [before, { precededBy, followedBy }, next] = [phrases[at - 1], phrases[at]!, phrases[at + 1]]
  const isSecond = precededBy === 'and' && before?.hasComma === false
  if (isSecond || /\b(?:or|than|that|who|whom|which)$/.test(precededBy)) return false
  if (followedBy === 'and') return next !== undefined && isSaid('setOut', next.followedBy)
  // Who has taken a thing and must give it back.
  if (isSaid('givesBack', text)) return isPredicateVerb(followedBy)
  return isPredicateVerb(followedBy) && !isTaking(followedBy) && !isSaid('noHero', followedBy)
}

/** In a premise of several animals and no people the animals speak, and the first is played: "Pip the mouse wants to see the sea. A toad laughs". */
export function letAnimalsSpeak(found: Pick<Premise, 'people' | 'absent' | 'player'>): void {
  const all = [...found.people, ...found.absent]
  if (found.player || all.length < 2 || all.some(({ isAnimal, isTurned }) => !isAnimal || isTurned)) return
  for (const animal of found.people) delete animal.isAnimal
  const [first] = found.people
  if (
    !first ||
    first.sentence !== 0 ||
    first.preposition !== undefined ||
    !/^\p{Lu}/u.test(first.name) ||
    !isFree(first)
  )
    return
  found.player = first
  found.people = found.people.slice(1)
}

const hindrances = [
  'isAnimal',
  'isPlural',
  'isAsleep',
  'isDue',
  'isRefusing',
  'isTrapped',
  'isShutIn',
  'isTurned',
  'isGuard',
  'isMissing',
  'isOwner',
] as const

function isFree(person: Named): boolean {
  return hindrances.every((each) => person[each] !== true)
}

/** Who must do something is whom the player plays: "A young vet, Hanna, needs to examine a horse". No other person acts before her. */
export function playObliged(
  found: Pick<Premise, 'people' | 'player'>,
  { text, isFirstPerson }: { text: string; isFirstPerson: boolean },
): void {
  if (found.player || isFirstPerson) return
  const said = patternOf('obligedTo').exec(text)
  const [person] = found.people
  if (!said || !person || person.isPlural || person.isAnimal || person.isAsleep || person.isDue) return
  const names = [person.name, ...person.aliases].map((name) => name.split(' ').at(-1))
  if (!names.includes(said[1]!)) return
  found.player = person
  found.people.splice(0, 1)
}
