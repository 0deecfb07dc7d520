import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import type { Topic } from '../model/types.ts'
import { followUp, isFollowing as isFollowUp, reply, replyAbout, replyKind, sayOwn } from '../people/replies.ts'
import { findTopic, isNamedIn, stems, topicName } from '../people/topics.ts'
import { asksWhere, isSpokenOf, namesPlace, sayWhere, soughtPerson } from '../people/whereabouts.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'
import type { Phrases } from '../text/render.ts'
import { fitsPattern } from '../text/patterns.ts'
import { answersOf } from '../view/said.ts'
import { variantOf } from '../view/describe.ts'
import {
  lastTopic,
  isHeardInFull,
  sayTopic,
  refuseAnswer,
  trustOf,
  isTopicSaid,
  isInConversation,
  hasReply,
} from './say-topic.ts'
import { answerUnknown, answerMore, missesTime, asksForMore, sayName, sayNumber } from './answer-unknown.ts'
import { answerFollowUp, goesOn } from './follow-up.ts'

/** Words of a question that a topic is found for by a part of its name, at most. */
const maxWeak = 5

/** So much trust may be missing for a roll to persuade. */
const persuadable = 30

/** Kinds of remarks that are about nothing else, whatever their words are. */
const remarks = new Set(['mood', 'luck', 'pleased', 'agree', 'surprise', 'secret', 'death'])

/** Kinds of questions about the listener alone. */
const ofSelf = new Set(['name', 'work', 'doing', 'long', 'home', 'family', 'age', 'fear', 'wish'])

/** Whether a question needs a roll, because the person does not trust the player enough, but nearly. */
export function needsPersuasion(scene: Scene & { phrases: Phrases }, { act, person, topic }: Act): boolean {
  if (act !== 'ask' || person === undefined || topic === undefined) return false
  // Where a person is whom the player knows is a plain question.
  const sought = asksWhere(scene, topic) ? soughtPerson(scene, person, topic) : undefined
  if (sought !== undefined && isSpokenOf(scene, sought)) return false
  const found = findTopic(scene, person, topic)
  if (!found || isTopicSaid(scene, person, found.id)) return false
  const missing = trustOf(found.topic) - scene.feelingOf(person)
  return missing > 0 && missing <= persuadable
}

/** A person answers a question: with a topic, a fact that they know, or by saying that they do not know. */
export function answer(
  scene: LiveScene,
  { person, words, question = words, roll }: { person: string; words: string; question?: string; roll: () => Roll },
): void {
  const isFollowing = isInConversation(scene, person)
  scene.happen(`met:${person}`)
  const kind = asksWhetherNamed(scene, person, question) ? 'name' : replyKind(scene, question)
  // "What is your name?", "how are you?": in their own words, if the campaign has any.
  if (kind !== undefined && (remarks.has(kind) || ofSelf.has(kind)) && sayOwn(scene, person, kind)) return
  if (kind !== undefined && remarks.has(kind)) return void reply(scene, person, kind)
  const isWhere = asksWhere(scene, question)
  const maySay = (id: string) => maySayWhere(scene, person, id)
  if (isWhere && sayWhere(scene, person, withSubject(scene, person, question), maySay)) return
  const found = topicOf(scene, person, { words, question, isWhere })
  const sought = isWhere ? soughtPerson(scene, person, question) : undefined
  if (sought !== undefined && found?.isWeak === false && sayWhereabouts(scene, person, found)) return
  if (kind === 'name' && found?.isWeak !== false && fitsPattern(scene.phrases, 'answer.name.pattern', question))
    return sayName(scene, person)
  const isNew = found?.isWeak === false && (!isTopicSaid(scene, person, found.id) || isRetracted(scene, person, found))
  if (isFollowUp(kind) && !isNew) return answerFollowUp(scene, person, { kind, isFollowing })
  const isFar = found?.isWeak === true && (isTopicSaid(scene, person, found.id) || stems(words).length > maxWeak)
  if (!found && isFollowing && goesOn(scene, person, question)) return
  if (!found || found.isWeak) {
    if (sayNumber(scene, person, question)) return
    if (kind === 'likes' && reply(scene, person, kind)) return
    // What they think of a person does not answer where that one is.
    if (!isWhere && replyAbout(scene, person, words)) return
    if (kind === 'doing' && sayDoing(scene, person)) return
    if (kind !== undefined && kind !== 'personal' && reply(scene, person, kind)) return
  }
  if (!found || isFar) return answerUnknown(scene, person, { words: question, isFollowing })
  const { id, topic } = found
  // "Is anybody here, and what is your name?"
  if (fitsPattern(scene.phrases, 'answer.name.pattern', question) && !topicIsName(scene, topic)) sayName(scene, person)
  // "Why do you need carts?", of what they have spoken of.
  const isWhy = lastTopic(scene, person) === id && fitsPattern(scene.phrases, 'answer.asks.why.pattern', question)
  if (isWhy && followUp(scene, person, 'why')) return
  // "When did he die?", if the topic has no date: repeating the same speech would not answer the question.
  if (isHeardInFull(scene, person, { id, topic }) && asksForMore(scene, person, { id, topic, question }))
    return answerMore(scene, person, question)
  if (missesTime(scene, person, { topic, question })) return
  // Several questions of one turn may be about the same.
  if (scene.state.talked?.[person]?.[id]?.turn === scene.seq && hasReply(scene, person)) return
  if (scene.feelingOf(person) < trustOf(topic) && !isTopicSaid(scene, person, id)) {
    const outcome = needsPersuasion(scene, { act: 'ask', person, topic: words }) ? roll().outcome : 'failure'
    if (outcome === 'failure') return refuseAnswer(scene, { person, id, topic })
    if (outcome === 'partial') scene.feel(person, -5)
  }
  sayTopic(scene, { person, id, topic })
}

// Where another person is, is said of those whom the player has seen, or whom the one asked has named, but not by one who keeps silent about them.
function maySayWhere(scene: LiveScene, person: string, other: string): boolean {
  const { name } = scene.people[other]!
  const found = findTopic(scene, person, name)
  const isKept = found?.isWeak === false && !isTopicSaid(scene, person, found.id)
  if (isKept && scene.feelingOf(person) < trustOf(found.topic)) return false
  const hasNamed = answersOf(scene).some((said) => said.person === person && isNamedIn([name], stems(said.line)))
  return isSpokenOf(scene, other) || (hasNamed && !scene.is(other, 'dead'))
}

// They have lied about it, and do not any more.
function isRetracted(scene: LiveScene, person: string, { id, topic }: { id: string; topic: Topic }): boolean {
  const isLie = scene.state.talked?.[person]?.[id]?.lie === true
  return isLie && topic.lieWhen !== undefined && !holds(scene, topic.lieWhen)
}

// "Where can I find Haskell?": a topic about him that names no place does not answer that. Returns whether another answer was given.
function sayWhereabouts(scene: LiveScene, person: string, { id, topic }: { id: string; topic: Topic }): boolean {
  if (topic.lie !== undefined) return false
  const own = topic.follow?.['where']
  if (own !== undefined) {
    scene.speak(person, scene.text(`follow:${person}:${id}:where`, own), { mayBeNarrated: true })
    return true
  }
  if (namesPlace(scene, [topic.answer].flat().join(' '))) return false
  if (!sayOwn(scene, person, 'where')) scene.say('answer.asks.where', { person }, 'speech', person)
  return true
}

// "What are you doing?"
function sayDoing(scene: LiveScene, person: string): boolean {
  const doing = variantOf(scene, person, 'doing')
  if (doing === undefined) return false
  scene.say('reply.doing.seen', { person, text: scene.text(doing.key, doing.text) }, 'speech', person)
  return true
}

// "How do I get there?": to what the last answer was about.
function withSubject(scene: LiveScene, person: string, question: string): string {
  const last = isInConversation(scene, person) ? lastTopic(scene, person) : undefined
  const isOpen = fitsPattern(scene.phrases, 'answer.there.pattern', question)
  return last !== undefined && isOpen ? `${question} ${topicName(last)}` : question
}

// "What is her name?" is not about the listener.
function topicOf(
  scene: LiveScene,
  person: string,
  { words, question, isWhere }: { words: string; question: string; isWhere: boolean },
): ReturnType<typeof findTopic> {
  const isQuestion = scene.act === 'ask' || /\?\s*$/.test(question)
  const mayBeMeant = ({ stated }: Topic, id: string) => stated !== true || !isQuestion || words === id
  const found = (isWhere ? wayTopic(scene, person, question) : undefined) ?? findTopic(scene, person, words, mayBeMeant)
  const isOfOther = fitsPattern(scene.phrases, 'answer.other.pattern', question)
  return found && isOfOther && topicIsName(scene, found.topic) ? undefined : found
}

// "Are you Mr Haskell?"
function asksWhetherNamed(scene: LiveScene, person: string, question: string): boolean {
  const isIdentity = fitsPattern(scene.phrases, 'answer.identity.pattern', question)
  return isIdentity && isNamedIn(scene.namesOf(person), stems(question))
}

// What they have to say about a way that is asked for, such as a secret path.
function wayTopic(scene: LiveScene, person: string, question: string): ReturnType<typeof findTopic> {
  const named = question.split(/[^\p{L}]+/u).filter((word) => fitsPattern(scene.phrases, 'answer.way.word', word))
  return [...named, scene.phrase('answer.way.topic')]
    .map((word) => findTopic(scene, person, word))
    .find((found) => found?.isWeak === false)
}

function topicIsName(scene: LiveScene, { keywords = [] }: Topic): boolean {
  return keywords.some((word) => fitsPattern(scene.phrases, 'answer.name.word', word))
}
