import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import type { Topic } from '../model/types.ts'
import { phraseFor } from '../people/manner.ts'
import { findTopic, knownFact, stems } from '../people/topics.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import type { Scene } from '../scene/scene.ts'
import { fitsPattern } from '../text/patterns.ts'

/** People who feel worse than this about the player say nothing to them, unless the campaign says otherwise. */
const defaultTrust = -50
/** Words of a question that a topic is found for by a part of its name, at most. */
const maxWeak = 5
/** So much trust may be missing for a roll to persuade. */
const persuadable = 30

/** Whether a question needs a roll, because the person does not trust the player enough, but nearly. */
export function needsPersuasion(scene: Scene, { act, person, topic }: Act): boolean {
  if (act !== 'ask' || person === undefined || topic === undefined) return false
  const found = findTopic(scene, person, topic)
  if (!found || isTold(scene, person, found.id)) return false
  const missing = trustOf(found.topic) - scene.feelingOf(person)
  return missing > 0 && missing <= persuadable
}

/** A person answers a question: with a topic, a fact that they know, or by saying that they do not know. */
export function answer(
  scene: LiveScene,
  { person, words, roll }: { person: string; words: string; roll: () => Roll },
): void {
  scene.happen(`met:${person}`)
  const found = findTopic(scene, person, words)
  const isFar = found?.isWeak === true && (isTold(scene, person, found.id) || stems(words).length > maxWeak)
  if (!found || isFar) return answerUnknown(scene, person, words)
  const { id, topic } = found
  // Several questions of one turn may be about the same.
  if (scene.state.talked?.[person]?.[id]?.turn === scene.seq && hasReply(scene, person)) return
  if (scene.feelingOf(person) < trustOf(topic) && !isTold(scene, person, id)) {
    const outcome = needsPersuasion(scene, { act: 'ask', person, topic: words }) ? roll().outcome : 'failure'
    if (outcome === 'failure') return refuseAnswer(scene, { person, id, topic })
    if (outcome === 'partial') scene.feel(person, -5)
  }
  tellTopic(scene, { person, id, topic })
}

function tellTopic(scene: LiveScene, { person, id, topic }: { person: string; id: string; topic: Topic }): void {
  const lies =
    topic.lie !== undefined &&
    (topic.lieWhen === undefined ? hasManner(scene, person, 'liar') : holds(scene, topic.lieWhen))
  const key = `topic:${person}:${id}${lies ? ':lie' : ''}`
  const texts = [lies ? topic.lie! : topic.answer].flat()
  const used = scene.state.used?.[key] ?? 0
  const before = scene.state.talked?.[person]?.[id]
  const isSame = before !== undefined && (before.lie === true) === lies && (texts.length === 1 || used >= texts.length)
  const line = scene.text(key, texts)
  if (isSame) sayAgain(scene, person, line)
  scene.speak(person, line)
  const said = Math.min(used, texts.length - 1)
  ;((scene.state.talked ??= {})[person] ??= {})[id] = {
    turn: scene.seq,
    ...(lies && { lie: true }),
    ...(said > 0 && { said }),
  }
  if (topic.fact !== undefined && !lies) scene.learn('player', topic.fact, person)
  if (before === undefined) apply(scene, topic.then, key)
}

// Only a quotation is repeated as such. One that says who speaks would do so twice behind "as I said".
function sayAgain(scene: LiveScene, person: string, line: string): void {
  if (!/^[“"]/.test(line.trim()) && /[“"]/.test(line)) return
  const isWhole = line.includes(scene.naming.the(person))
  scene.say(isWhole ? 'answer.again.whole' : 'answer.again', { person }, 'speech')
}

function answerUnknown(scene: LiveScene, person: string, words: string): void {
  if (fitsPattern(scene.phrases, 'answer.name.pattern', words)) return sayName(scene, person)
  if (fitsPattern(scene.phrases, 'answer.why.pattern', words))
    return scene.say(phraseFor(scene, { person, key: 'answer.why' }), { person }, 'speech', person)
  const fact = knownFact(scene, words, person)
  if (fact !== undefined) {
    scene.learn('player', fact, person)
    return scene.speak(person, scene.world.facts?.[fact]?.text ?? '')
  }
  // A reply that is none says nothing beside a good one.
  if (hasReply(scene, person)) return
  const { unknown } = scene.people[person]!
  if (unknown !== undefined) return scene.speak(person, scene.next(`unknown:${person}`, [unknown].flat(), true))
  scene.say(phraseFor(scene, { person, key: 'answer.unknown' }), { person }, 'speech', person)
}

// A person without a name of their own, such as "old woman", does not give one.
function sayName(scene: LiveScene, person: string): void {
  const { name } = scene.people[person]!
  scene.say(/^\p{Lu}/u.test(name) ? 'answer.name' : 'answer.nameless', { person, name }, 'speech', person)
}

/** Whether a person has already said something in this turn. */
function hasReply(scene: LiveScene, person: string): boolean {
  const entries = [...Object.values(scene.state.report?.entries ?? {}), ...scene.entries]
  return entries.some(({ kind, refused, speaker }) => kind === 'speech' && refused !== true && speaker === person)
}

function refuseAnswer(scene: LiveScene, { person, id, topic }: { person: string; id: string; topic: Topic }): void {
  if (topic.refusal === undefined)
    return scene.say(phraseFor(scene, { person, key: 'answer.refused' }), { person }, 'speech', person)
  scene.speak(person, scene.text(`refusal:${person}:${id}`, topic.refusal), { mayBeNarrated: true })
}

function trustOf({ trust = defaultTrust }: Topic): number {
  return trust
}

function isTold(scene: Scene, person: string, topic: string): boolean {
  return scene.state.talked?.[person]?.[topic] !== undefined
}

function hasManner(scene: Scene, person: string, manner: string): boolean {
  return scene.people[person]?.manner?.includes(manner) === true
}
