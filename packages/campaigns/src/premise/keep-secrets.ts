import { premiseContent } from '@narratoria/content/premises'
import type { Person, Topic, World } from '@narratoria/world'
import { isSaid, patternOf } from './conditions.ts'
import { capitalize } from './furnish.ts'
import { nounPhrasesIn } from './noun-phrases.ts'
import type { Named } from './premise.ts'
import { retold, type Perspective } from './retell.ts'
import { openly, partIn, type Secret } from './secrets.ts'
import type { Speaker } from './speaker.ts'
import { outFlag } from './statements.ts'
import { verbsIn } from './verbs.ts'
import { isWord } from './words.ts'

type Parts = Pick<World, 'people' | 'things' | 'facts' | 'rules' | 'state'>

/** The change of a person's feeling when the player reveals a secret, promises to keep it, or informs them of one. */
const feelings = { revealed: -35, promised: 15, learnt: 5 }

/**
 * Makes facts of the secrets of a premise, which the player knows. Their keepers admit them to a player who knows them or whom they
 * trust, and react to their disclosure. Those to whom the player discloses one remember it and answer accordingly.
 */
export function keepSecrets<T extends Parts>(
  world: T,
  {
    secrets,
    speakers,
    perspective,
  }: { secrets: readonly Secret[]; speakers: readonly Speaker[]; perspective: Perspective },
): T {
  const kept: T = { ...world, people: { ...world.people } }
  for (const secret of secrets) {
    const { id, clause } = secret
    const player = { ...kept.state?.knows?.['player'], [id]: { turn: 0 } }
    kept.facts = { ...kept.facts, [id]: { text: `${capitalize(openly(clause.text))}.`, about: wordsFor(secret) } }
    kept.state = { ...kept.state, knows: { ...kept.state?.knows, player } }
    for (const speaker of speakers) {
      const isKeeper = partIn(secret, speaker.named) === 'keeper'
      const own = isKeeper
        ? asKeeper(secret, { speaker, perspective })
        : asOther(secret, { speaker, perspective, person: kept.people[speaker.id]! })
      const person = kept.people[speaker.id]!
      kept.people[speaker.id] = {
        ...person,
        replies: { ...person.replies, ...own.replies },
        topics: { ...person.topics, ...own.topics },
      }
      kept.rules = {
        ...kept.rules,
        ...(isKeeper ? ofKeeper(secret, { speaker, things: kept.things }) : ofOther(secret, speaker)),
      }
    }
  }
  return kept
}

type Own = Pick<Person, 'replies' | 'topics'>

function asKeeper(
  { id, clause, isEntrusted }: Secret,
  { speaker: { id: person, say, named }, perspective }: { speaker: Speaker; perspective: Perspective },
): Own {
  const said = retold(clause, { ...perspective, speaker: named })
  const promise: Topic = {
    keywords: [premiseContent.phrases['topic.promise.words'] ?? []].flat(),
    answer: say('promised'),
    then: [{ set: `${id}_promised` }, { feel: [person, feelings.promised] }],
    unlisted: true,
  }
  return {
    replies: {
      ...(said !== undefined && { [id]: say('admit', { clause: openly(said) }) }),
      accuse: say('deny'),
      who: say('evadeWho'),
      why: say('evade'),
      told: say('evade'),
    },
    topics: isEntrusted ? { [String(premiseContent.phrases['topic.promise'])]: promise } : {},
  }
}

// A person to whom the secret can be disclosed, and the answers that this changes.
function asOther(
  { id, clause, keepers, knowers, isPlayers }: Secret,
  {
    speaker: { id: person, person: given, say, named },
    perspective,
    person: { topics = {} },
  }: { speaker: Speaker; perspective: Perspective; person: Person },
): Own {
  const said = retold(clause, { ...perspective, speaker: named })
  if (said === undefined) return {}
  if (partIn({ keepers, knowers }, named) === 'knower')
    return { replies: { [id]: say('know', { clause: openly(said) }) } }
  const plain = withoutReason(openly(said))
  const isCrime = isPlayers && isSaid('crime', clause.text)
  const about = clause.about.filter(
    (each) => each !== named && (keepers.includes(each) || each.pronoun === undefined || each.isDead),
  )
  // What the plot lets them say stays.
  const isAbout = ([topic]: [string, Topic]) =>
    given.topics?.[topic] === undefined &&
    about.some(({ name }) => topic.replace(/ \S+$/, '').endsWith(name) || topic.endsWith(name))
  const knows = { knows: [person, id] as [string, string] }
  const before = Object.entries(topics).filter(isAbout)
  const disclosed: Topic = {
    keywords: [
      ...new Set([...wordsFor({ clause, keepers, isPlayers }), ...before.flatMap(([, { keywords = [] }]) => keywords)]),
    ],
    when: knows,
    answer: say('knowsNow', { clause: plain }),
    unlisted: true,
  }
  return {
    replies: { [id]: say(isCrime ? 'appalled' : 'learns', { clause: plain }) },
    topics: {
      ...Object.fromEntries(
        before.map(([topic, each]) => [topic, { ...each, when: [each.when ?? [], { not: knows }].flat() }]),
      ),
      [`${String(premiseContent.phrases['topic.told'])} ${id}`]: disclosed,
    },
  }
}

// "Because the count had ruined him", unless that is the secret.
function withoutReason(said: string): string {
  const [reason = ''] = patternOf('because').exec(said) ?? []
  return isSaid('crime', reason) ? said : said.replace(reason, '').trim()
}

function ofKeeper(
  { id, clause, isEntrusted }: Secret,
  { speaker: { id: person, say }, things }: { speaker: Speaker; things: World['things'] },
): NonNullable<World['rules']> {
  const proofs = Object.entries(things).flatMap(([thing, { name, text }]) =>
    text !== undefined || isSaid('paper', name) || clause.about.some((each) => each.name === name) ? [thing] : [],
  )
  return {
    ...(proofs.length > 0 && {
      [`${id}_shown_${person}`]: {
        on: { act: 'show', thing: proofs, person },
        order: 'before' as const,
        then: [{ learn: [person, id] as [string, string] }],
      },
    }),
    [`${id}_told_on_${person}`]: {
      on: { act: ['talk', 'ask', 'tell', 'say'], person },
      when: { flag: outFlag({ id }) },
      order: 'before',
      then: [{ speak: [person, say(isEntrusted ? 'betrayed' : 'exposed')] }, { feel: [person, feelings.revealed] }],
      once: true,
    },
  }
}

function ofOther({ id, clause, isPlayers }: Secret, { id: person }: Speaker): NonNullable<World['rules']> {
  return {
    [`${id}_out_${person}`]: {
      when: { knows: [person, id] },
      then: [
        { set: outFlag({ id }) },
        { feel: [person, isPlayers && isSaid('crime', clause.text) ? feelings.revealed : feelings.learnt] },
      ],
      once: true,
    },
  }
}

/** Words that disclose a secret: its verb with its subject or object, and its nouns with the people whom it is about. */
function wordsFor({ clause, keepers, isPlayers }: Pick<Secret, 'clause' | 'keepers' | 'isPlayers'>): string[] {
  const text = openly(clause.text)
  const nouns = nounPhrasesIn(text)
    .filter(({ isName, isTime }) => !isName && !isTime)
    .map(({ head }) => head.toLowerCase())
  const people = [
    ...keepers.flatMap((keeper) => namesOf(keeper)),
    'you',
    ...(isPlayers ? ['i', 'we'] : []),
    'he',
    'she',
  ]
  const crimes = (patternOf('crime').exec(text)?.[0].toLowerCase().split(' ') ?? []).filter(
    (word) => word.length > 3 && !isSaid('smallWord', word),
  )
  const verbs = [...new Set([...verbsIn(text), ...crimes])]
  const others = clause.about.filter((each) => !keepers.includes(each)).flatMap((each) => namesOf(each))
  // "The war is over."
  const [last = ''] = text.toLowerCase().split(' ').slice(-1)
  const words = [
    ...(verbs.length === 0 ? nouns.map((noun) => [noun, last]) : []),
    ...verbs.flatMap((verb) => [...people, ...nouns, ...others].map((each) => [each, verb])),
    ...nouns.flatMap((noun) => people.filter((each) => each.length > 3).map((each) => [each, noun])),
  ]
  return [...new Set(words.filter(([one, other]) => one !== other).map((pair) => pair.join(' ')))]
}

function namesOf({ name, aliases, role = '' }: Named): string[] {
  return [name, ...aliases, role.split(' ').at(-1)!]
    .flatMap((each) => each.toLowerCase().split(' ').slice(-1))
    .filter((each) => each.length > 2 && !isWord('title', each))
}
