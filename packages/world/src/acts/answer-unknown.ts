import type { LiveScene } from '../live/live-scene.ts'
import type { Topic } from '../model/types.ts'
import { sentenceInView } from './in-view.ts'
import { phraseFor } from '../people/manner.ts'
import { reply, replyKind, sayOwn } from '../people/replies.ts'
import { react, socialKind } from '../people/social.ts'
import { findTopic, isNamedIn, knownFact, stems, topicName } from '../people/topics.ts'
import { asksWhere, isSpokenOf, namesPlace } from '../people/whereabouts.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { fitsPattern, wordsOfPhrase } from '../text/patterns.ts'
import { capital } from '../text/render.ts'
import { numberHere } from '../view/count-here.ts'
import { findKnownLine } from '../view/known-lines.ts'
import { answerKnown } from '../view/answer-known.ts'
import { whereIs } from '../view/where.ts'
import { lastTopic, sayTopic, trustOf, isTopicSaid, hasReply } from './say-topic.ts'

/** The most words of a question that follows up what was said. */
const maxFollowing = 7

/** What a question asks for, by the patterns `answer.asks.…`, which are data. */
const asks = ['when', 'who', 'where', 'number'] as const

/** A person answers what none of their topics is about. */
export function answerUnknown(
  scene: LiveScene,
  person: string,
  { words, isFollowing }: { words: string; isFollowing: boolean },
): void {
  if (isFollowing && isEcho(scene, person, words)) return sayMeant(scene, person)
  if (fitsPattern(scene.phrases, 'answer.name.pattern', words)) return sayName(scene, person)
  const fact = knownFact(scene, words, person)
  if (fact !== undefined) {
    scene.learn('player', fact, person)
    return scene.speak(person, scene.world.facts?.[fact]?.text ?? '')
  }
  const isPersonal = replyKind(scene, words) === 'personal'
  // Another answer of this turn is better than a reply of not knowing.
  if (hasReply(scene, person)) return
  if (sayOther(scene, person, words)) return
  // What they are asked about is where both are.
  if (isNamedIn(scene.namesOf(scene.here), stems(words)))
    return scene.say('answer.where.place', { person, place: scene.here }, 'speech', person)
  if (socialKind(scene, words) === 'accuse') return react(scene, person, 'accuse')
  if (isFollowing && sayWhereAgain(scene, person, words)) return
  if (isPersonal && sayOwn(scene, person, 'personal')) return
  const asksPart = asks.some((each) => fitsPattern(scene.phrases, `answer.asks.${each}.pattern`, words))
  // "When was that?" follows up what they said.
  if (isFollowing && stems(words).length <= maxFollowing && asksPart) return answerMore(scene, person, words)
  if (isPersonal) return void reply(scene, person, 'personal')
  if (sayInView(scene, person, words) || showThing(scene, person, words)) return
  const { unknown } = scene.people[person]!
  if (unknown !== undefined) scene.speak(person, scene.next(`unknown:${person}`, [unknown].flat(), true))
  else scene.say(phraseFor(scene, { person, key: 'answer.unknown' }), { person }, 'speech', person)
  if (asksPart && namePersonWhoKnows(scene, person, words)) return
  recallBeside(scene, person, words)
}

/** Answers "how many tables are there?" by what can be seen. Returns whether there is a number. */
export function sayNumber(scene: LiveScene, person: string, words: string): boolean {
  if (!hasLight(scene) || !fitsPattern(scene.phrases, 'answer.asks.number.pattern', words)) return false
  const text = numberHere(scene, words)
  if (text === undefined) return false
  scene.say('answer.count', { person, text: capital(true, text) }, 'speech', person)
  return true
}

// "What do you have in that bag?": what can be seen of them.
function sayInView(scene: LiveScene, person: string, words: string): boolean {
  const isOfListener = fitsPattern(scene.phrases, 'answer.view.pattern', words)
  const line = isOfListener
    ? sentenceInView(scene, person, { words, ignored: wordsOfPhrase(scene, 'recall.ignored') })
    : undefined
  if (line === undefined) return false
  const found = findTopic(scene, person, line)
  const isOpen = found?.isWeak === false && scene.feelingOf(person) >= trustOf(found.topic)
  if (isOpen) sayTopic(scene, { person, ...found })
  else scene.say('answer.view', { person, line })
  return true
}

// "What is in the log?", "what is that box for?", of what can be seen here.
function showThing(scene: LiveScene, person: string, words: string): boolean {
  if (!fitsPattern(scene.phrases, 'answer.thing.pattern', words) || !hasLight(scene)) return false
  const asked = stems(words)
  const seen = scopeOf(scene).find(({ id }) => id in scene.things && isNamedIn(scene.namesOf(id), asked))?.id
  const thing = seen ?? Object.keys(scene.places[scene.here]?.scenery ?? {}).find((name) => isNamedIn([name], asked))
  if (thing === undefined) return false
  scene.say('answer.thing', { person }, 'speech', person)
  scene.redirect({ act: scene.things[thing]?.text === undefined ? 'examine' : 'read', thing })
  return true
}

// Another person whom the player has seen, and who has something to say about it.
function namePersonWhoKnows(scene: LiveScene, person: string, words: string): boolean {
  const other = Object.keys(scene.people).find((id) => {
    const found = id !== person && isSpokenOf(scene, id) ? findTopic(scene, id, words) : undefined
    return found?.isWeak === false && found.topic.unlisted !== true && !isTopicSaid(scene, id, found.id)
  })
  if (other === undefined) return false
  scene.say('answer.other.knows', { person, about: other }, 'speech', person)
  return true
}

/** A person is asked for more than they have said. */
export function answerMore(scene: LiveScene, person: string, question: string): void {
  if (hasReply(scene, person)) return
  if (replyKind(scene, question) === 'personal' && sayOwn(scene, person, 'personal')) return
  // "Why would a person burn hives?"
  if (fitsPattern(scene.phrases, 'answer.asks.why.pattern', question)) return void reply(scene, person, 'why')
  const kind = asks.find((each) => fitsPattern(scene.phrases, `answer.asks.${each}.pattern`, question))
  if (sayOwn(scene, person, kind ?? 'told')) return
  scene.say(kind === undefined ? 'answer.more' : `answer.asks.${kind}`, { person }, 'speech', person)
}

/** Answers "when did you see it?" in their own words, where the topic has no time in it. Returns whether they did. */
export function missesTime(
  scene: LiveScene,
  person: string,
  { topic, question }: { topic: Topic; question: string },
): boolean {
  const kind = (['when', 'number'] as const).find((each) =>
    fitsPattern(scene.phrases, `answer.asks.${each}.pattern`, question),
  )
  const hasTime = fitsPattern(scene.phrases, 'answer.time.pattern', [topic.answer].flat().join(' '))
  return kind !== undefined && !hasTime && sayOwn(scene, person, kind)
}

/** Words of a question that only names its subject, at most: "what about the light?" */
const maxNaming = 4

/** Whether a question has more words than the name of the topic, and the answer already given has none of them. */
export function asksForMore(
  scene: LiveScene,
  person: string,
  { id, topic, question }: { id: string; topic: Topic; question: string },
): boolean {
  const names = [id.replaceAll('_', ' '), ...(topic.keywords ?? []), ...scene.namesOf(person)].flatMap(stems)
  const ignored = wordsOfPhrase(scene, 'recall.ignored')
  const asked = stems(question).filter((word) => word.length > 2 && !names.includes(word) && !ignored.includes(word))
  const said = stems([topic.answer].flat().join(' '))
  const asksForPart = asks.some((each) => fitsPattern(scene.phrases, `answer.asks.${each}.pattern`, question))
  const isQuestion = replyKind(scene, question) === 'personal' || stems(question).length > maxNaming
  return (asksForPart || isQuestion) && asked.length > 0 && asked.every((word) => !said.includes(word))
}

/** "Who do you mean?": the name of what the person spoke of last. */
export function sayMeant(scene: LiveScene, person: string): void {
  const topic = lastTopic(scene, person)
  if (topic === undefined) return scene.say('answer.meant.nothing', { person }, 'speech', person)
  const named = [...Object.keys(scene.people), ...Object.keys(scene.things), ...Object.keys(scene.places)].find((id) =>
    scene.namesOf(id).some((name) => name.toLowerCase() === topicName(topic).toLowerCase()),
  )
  scene.say(
    'answer.meant',
    { person, topic: named === undefined ? topicName(topic) : scene.naming.the(named) },
    'speech',
    person,
  )
}

/** A person says their name. One without a name of their own, such as "old woman", does not give one. */
export function sayName(scene: LiveScene, person: string): void {
  const { name } = scene.people[person]!
  scene.say(/^\p{Lu}/u.test(name) ? 'answer.name' : 'answer.nameless', { person, name }, 'speech', person)
}

// "Who is that man?", of the only other person who is here.
function sayOther(scene: LiveScene, person: string, words: string): boolean {
  const [other, ...others] = scene.peopleAt(scene.here).filter((id) => id !== person && !scene.is(id, 'hidden'))
  if (other === undefined || others.length > 0 || !fitsPattern(scene.phrases, 'answer.who.other.pattern', words))
    return false
  // "Who is he?" is not asked of a woman.
  const asked = stems(words).find((word) => word === 'he' || word === 'she')
  const { pronoun } = scene.people[other]!
  if (asked !== undefined && pronoun !== undefined && asked !== pronoun) return false
  scene.say('answer.who.other', { person, about: other }, 'speech', person)
  const found = findTopic(scene, person, scene.people[other]!.name)
  const isFree = found !== undefined && !found.isWeak && scene.feelingOf(person) >= trustOf(found.topic)
  if (isFree && !isTopicSaid(scene, person, found.id)) sayTopic(scene, { person, ...found })
  return true
}

// "What burner?", of what they have just named.
function isEcho(scene: LiveScene, person: string, words: string): boolean {
  const topic = scene.people[person]?.topics?.[lastTopic(scene, person) ?? '']
  const named = stems(words).at(-1) ?? ''
  const isNamed = topic !== undefined && stems([topic.answer].flat().join(' ')).includes(named)
  return isNamed && fitsPattern(scene.phrases, 'answer.echo.pattern', words)
}

// "Where is she?", behind an answer that names a place.
function sayWhereAgain(scene: LiveScene, person: string, words: string): boolean {
  const id = lastTopic(scene, person)
  const topic = id === undefined ? undefined : scene.people[person]?.topics?.[id]
  const asksOf = asksWhere(scene, words) && fitsPattern(scene.phrases, 'answer.pronoun.pattern', words)
  if (id === undefined || topic === undefined || !asksOf) return false
  if (!namesPlace(scene, [topic.answer].flat().join(' '))) return false
  sayTopic(scene, { person, id, topic })
  return true
}

// Recalls what the player has seen or read about the subject of the question.
function recallBeside(scene: LiveScene, person: string, words: string): void {
  const asked = stems(words)
  const named = [...Object.keys(scene.people), ...Object.keys(scene.things)].find(
    (id) => id !== person && isNamedIn(scene.namesOf(id), asked),
  )
  const isWhere = named !== undefined && asksWhere(scene, words)
  if (isWhere && scene.attempt(() => whereIs(scene, named)) === undefined) return
  const ignored = new Set(wordsOfPhrase(scene, 'recall.ignored'))
  const content = asked.filter((word) => word.length > 2 && !ignored.has(word))
  const known = content.length < 2 ? undefined : findKnownLine(scene, words, { ignored })
  if (
    known &&
    content.every((word) => stems(known.line).includes(word)) &&
    known.of !== person &&
    known.source !== 'opening'
  )
    answerKnown(scene, known)
}
