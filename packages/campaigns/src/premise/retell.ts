import type { Clause } from './clauses.ts'
import { withThe } from './furnish.ts'
import { asVerbs, isVerb } from './first-person.ts'
import { type Kinship, kinTo } from './kinship.ts'
import { enumerationsIn, type Mention, mentionsIn } from './mentions.ts'
import type { Named } from './premise.ts'
import { hasVerb } from './whole-clause.ts'
import { fitting, meantBy, type Pronoun, pronounsIn, thingMeantBy } from './references.ts'

/** The speaker of a clause, and the people and things to which its words may refer. */
export interface Perspective {
  /** Omitted if the speaker is not named in the premise. */
  speaker?: Named | undefined
  /** All people and things that the premise names. */
  all: readonly Named[]
  /** The player's character, if the premise names it. */
  player?: Named | undefined
  kinships: readonly Kinship[]
}

const reporting = /\b(?:suspects?|believes?|thinks?|fears?|knows?|hopes?|says?|guess(?:es)?) (?:that )?$/

interface Edit {
  start: number
  end: number
  text: string
  /** Whether the verb behind it takes the form of `I` or `you`. */
  verbs?: 'I' | 'you'
}

/**
 * A clause as a person of its world would say it to the player: every pronoun and every relation that stands for the speaker or for the
 * player is in the right person, and one whose name is not in the clause is named. `undefined` if it is unclear whom a word stands for.
 */
export function retold(clause: Clause, perspective: Perspective): string | undefined {
  const { text } = clause
  const { speaker, all } = perspective
  const mentions = mentionsIn(text, all)
  const own = speaker === undefined ? [] : mentions.filter(({ named }) => named === speaker)
  const lists = enumerationsIn(text, mentions).filter(({ mentions: each }) =>
    each.some(({ named }) => named === speaker),
  )
  const edits: Edit[] = []
  for (const { mentions: each, start, end } of lists)
    edits.push(enumerated(text, { each, start, end, speaker: speaker!, kinships: perspective.kinships }))
  const isInList = ({ start }: Mention) => lists.some((list) => start >= list.start && start < list.end)
  for (const mention of own.filter((each) => !isInList(each))) {
    const edit = isApposed(text, { mention, mentions }) ? undefined : asSpeaker(clause, withApposition(text, mention))
    if (edit === undefined) return undefined
    edits.push(edit)
  }
  for (const mention of mentions) {
    const kin = speaker && kinTo(speaker, mention.named, perspective.kinships)
    const isFree = !edits.some(({ start, end }) => mention.start >= start && mention.start < end)
    if (kin && isFree) edits.push({ start: mention.start, end: mention.end, text: kin })
  }
  for (const pronoun of pronounsIn(text)) {
    if (edits.some(({ start, end }) => pronoun.start >= start && pronoun.start < end)) continue
    const edit = ofPronoun(pronoun, { clause, perspective, mentions, isListed: lists.length > 0 })
    if (edit === 'unclear') return undefined
    if (edit) edits.push(edit)
  }
  // "Two sisters, Ottilie and I, inherit": the comma was that of an apposition.
  const said = applied(text, edits).replace(/ and (I|we), (?=\p{Ll})/u, ' and $1 ')
  return /\b(?:I|me|my) (?:I|me|us)\b|\byou (?:I|me)\b/.test(said) ? undefined : said
}

function applied(text: string, edits: readonly Edit[]): string {
  let said = text
  for (const { start, end, text: to, verbs } of edits.toSorted((a, b) => b.start - a.start)) {
    const rest = said.slice(end)
    const joined = verbs === undefined ? rest : rest.replace(/^,? /, '')
    const after = verbs === undefined ? rest : ` ${verbs === 'I' ? asVerbs(joined) : asYours(asVerbs(joined))}`
    said = said.slice(0, start) + to + after
  }
  return said.trim()
}

// "I am" → "you are": only the first word, as the rest may be about another person.
function asYours(text: string): string {
  return text.replace(/^am\b/, 'are').replace(/^was\b/, 'were')
}

/** "Marla, Benno and the Kid", by Marla: "Benno, the Kid and I". */
function enumerated(
  text: string,
  {
    each,
    start,
    end,
    speaker,
    kinships,
  }: { each: readonly Mention[]; start: number; end: number; speaker: Named; kinships: readonly Kinship[] },
): Edit {
  const others = each
    .filter(({ named }) => named !== speaker)
    .map((mention) => {
      const kin = kinTo(speaker, mention.named, kinships)
      if (kin !== undefined) return kin
      const isOwn = kinships.some(({ owner, relative }) => owner === speaker && relative === mention.named)
      return (
        text
          .slice(mention.start, mention.end)
          .replace(/^(?:The|An?|My|Your|His|Her|Their)\b/, (word) => word.toLowerCase())
          .replace(/^(?:his|her|their) /, (word) => (isOwn ? 'my ' : word))
          // "The siblings Ruth": what they are called together.
          .replace(/^(?:the|my|your|two|three|four|five|six) (?:\p{Ll}+ )*\p{Ll}+s (?=\p{Lu})/u, '')
      )
    })
  const isSubject = isSubjectAt(text, { start, end })
  const self = speaker.isPlural ? (isSubject ? 'we' : 'us') : isSubject ? 'I' : 'me'
  return { start, end, text: `${others.join(', ')} and ${self}` }
}

// "Your master, the wizard Corvin, …": one person by two names.
function isApposed(text: string, { mention, mentions }: { mention: Mention; mentions: readonly Mention[] }): boolean {
  return mentions.some(
    ({ start, end }) => text.slice(end, mention.start) === ', ' || text.slice(mention.end, start) === ', ',
  )
}

// "Your ex, Marguerite, is", "the winner, a smuggler known as Mother Cod, sails": all of it is the speaker.
function withApposition(text: string, mention: Mention): Mention {
  const [whole, , comma = ''] =
    /^((?:the|an?|your|his|her|their|our) [^,]+, (?:(?:an?|the) [^,]*? (?:named|called|known as) )?)$/iu.exec(
      text.slice(0, mention.start),
    ) === null
      ? []
      : [text.slice(0, mention.start), '', /^, ?/u.exec(text.slice(mention.end))?.[0]]
  return whole === undefined || comma === '' || hasVerb(whole.replace(/ (?:named|called|known as) $/u, ''))
    ? mention
    : { ...mention, start: 0 }
}

/** `undefined` if the words around do not allow the speaker: "he has a wife", by the wife. */
function asSpeaker({ text, subject }: Clause, { named, start, end }: Mention): Edit | undefined {
  const rest = text.slice(end)
  // "The man in compartment nine, Colonel Petrescu, has".
  if (start > 0 && text.slice(0, start).endsWith(', ') && rest.startsWith(', ')) return undefined
  const forms = named.isPlural ? { I: 'we', me: 'us', my: 'our' } : { I: 'I', me: 'me', my: 'my' }
  const owner = /^['’]s?(?!\p{L})/u.exec(rest)
  if (owner) return { start, end: end + owner[0].length, text: forms.my }
  const isUnknown = /^an? /i.test(text.slice(start, end))
  if (isUnknown && /\b(?:has|have|had|is|are|was|become|becomes)\s*$/.test(text.slice(0, start))) return undefined
  // "To a woman no one has heard of".
  const relative = /^(?:,? who|,? whom| that| nobody| no one| I| you| he| she| they| we) [^,;]*/.exec(rest)
  if (relative && (isUnknown || rest.startsWith(', who')))
    return { start, end: end + relative[0].length, text: forms.me }
  // "The ghost of Lady Anne" is she.
  const ghost = /(?:\b[Tt]he|\b[Aa]) (?:ghost|spirit|shade|voice) of $/.exec(text.slice(0, start))?.[0].length ?? 0
  const from = start - ghost
  const isSubject =
    (subject === named && !/\p{L}/u.test(text.slice(0, from))) || isSubjectAt(text, { start: from, end })
  if (!isSubject) return { start: from, end, text: forms.me }
  return { start: from, end, text: forms.I, ...(!named.isPlural && { verbs: 'I' as const }) }
}

/** Whether a name at a place of a text is the subject of the words behind it. */
export function isSubjectAt(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(0, start)
  const rest = text
    .slice(end)
    .replace(/^, /, '')
    .trim()
    .replace(/^(?:both|all|each|never|always|still|also|now|\p{L}+ly) /u, '')
  if (rest === '' || /^['’,.]/.test(rest)) return before.trim() === '' && rest !== ''
  if (before.trim() === '' || /(?:^|,|\b(?:that|because|while|when|until|if|where|whether))\s*$/.test(before))
    return true
  return isVerb(rest) && !/\b(?:but|for|with|to|of|by|than|from|about|under|on|in|at|was|is|be)\s*$/.test(before)
}

function ofPronoun(
  pronoun: Pronoun,
  {
    clause,
    perspective: { speaker, player },
    mentions,
    isListed,
  }: { clause: Clause; perspective: Perspective; mentions: readonly Mention[]; isListed: boolean },
): Edit | 'unclear' | undefined {
  const isPlayers = /^you\b/i.test(clause.text)
  const end = pronoun.start + pronoun.text.length
  // "Their father", by one of the siblings whom the clause names.
  if (pronoun.gender === 'they' && isListed) {
    const to = { subject: 'we', object: 'us', possessive: 'our', reflexive: 'ourselves' }[pronoun.role]
    return { start: pronoun.start, end, text: to }
  }
  const isOfThings = clause.things.some(({ isPlural }) => isPlural) && !clause.before.some(({ isPlural }) => isPlural)
  if ((pronoun.gender === 'it' || (pronoun.gender === 'they' && isOfThings)) && pronoun.role === 'object')
    return ofThing(pronoun, { clause, mentions })
  const inClause = mentions.filter(({ start }) => start < pronoun.start).map(({ named }) => named)
  const { meant, unclear } = meantBy(pronoun, {
    subject: subjectBefore(clause, { pronoun, mentions }) ?? (isPlayers ? player : undefined),
    inClause,
    before: clause.before,
    topic: clause.topic,
  })
  // "Rook suspects that he is a spy": himself, or another.
  const isReported = pronoun.role === 'subject' && reporting.test(clause.text.slice(0, pronoun.start))
  const others = fitting(pronoun, clause.before).filter((each) => each !== meant)
  if (isReported && [meant, ...others].some((each) => each === speaker || each === player) && others.length > 0)
    return 'unclear'
  const isNamed = (each: Named) => mentions.some(({ named }) => named === each)
  if (unclear) {
    const isPresent = unclear.some((each) => each === speaker || each === player)
    if (isPresent) return 'unclear'
    return unclear.length === 0 || unclear.some(isNamed) ? undefined : 'unclear'
  }
  // "Every night he comes closer": of a snowman.
  if (meant === undefined)
    return /^(?:he|she)$/.test(pronoun.gender) && pronoun.role === 'subject' ? 'unclear' : undefined
  if (meant === speaker) return asFirst(pronoun, { end, isPlural: meant.isPlural === true })
  if (meant === player) return asSecond(pronoun, end)
  if (isNamed(meant) || pronoun.role === 'reflexive') return undefined
  const name = withThe(meant.name)
  return { start: pronoun.start, end, text: pronoun.role === 'possessive' ? `${name}'s` : name }
}

// The thing that was named before, if the clause names none.
function ofThing(
  pronoun: Pronoun,
  { clause: { text, things }, mentions }: { clause: Clause; mentions: readonly Mention[] },
): Edit | undefined {
  const isNamed = mentions.some(({ named, end }) => end <= pronoun.start && named.pronoun === undefined)
  const thing = thingMeantBy(pronoun, { text, things, isNamed })
  return thing && { start: pronoun.start, end: pronoun.start + pronoun.text.length, text: withThe(thing.name) }
}

// "That your brothers have been …": the last subject before the pronoun.
function subjectBefore(
  { subject, text }: Clause,
  { pronoun, mentions }: { pronoun: Pronoun; mentions: readonly Mention[] },
): Named | undefined {
  const near = mentions.findLast((each) => each.end <= pronoun.start && isSubjectAt(text, each))
  // "If you bring him": the subject is the player.
  const own = /.*\b(?:if|when|that|because|unless|until|so|and|,) you (?=\p{Ll})/u.exec(text.slice(0, pronoun.start))
  if (own !== null && own[0].length > (near?.end ?? 0)) return undefined
  return near?.named ?? (pronoun.start > 0 ? subject : undefined)
}

function asFirst({ start, role }: Pronoun, { end, isPlural }: { end: number; isPlural: boolean }): Edit {
  const [I, me, my, myself] = isPlural ? ['we', 'us', 'our', 'ourselves'] : ['I', 'me', 'my', 'myself']
  const text = { subject: I, object: me, possessive: my, reflexive: myself }[role]!
  return { start, end, text, ...(role === 'subject' && !isPlural && { verbs: 'I' as const }) }
}

function asSecond({ start, role }: Pronoun, end: number): Edit {
  const text = { subject: 'you', object: 'you', possessive: 'your', reflexive: 'yourself' }[role]
  return { start, end, text, ...(role === 'subject' && { verbs: 'you' as const }) }
}
