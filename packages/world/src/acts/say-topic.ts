import type { LiveScene } from '../live/live-scene.ts'
import type { Topic } from '../model/types.ts'
import { phraseFor } from '../people/manner.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import type { Scene } from '../scene/scene.ts'

/** People who feel worse than this about the player say nothing to them, unless the campaign says otherwise. */
const defaultTrust = -50

export function lastTopic(scene: Scene, person: string): string | undefined {
  return Object.entries(scene.state.talked?.[person] ?? {}).toSorted(([, a], [, b]) => b.turn - a.turn)[0]?.[0]
}

/** The topic that a person spoke of last, if there is more to say about it. */
export function openLastTopic(scene: LiveScene, person: string): { id: string; topic: Topic } | undefined {
  const id = lastTopic(scene, person)
  const topic = id === undefined ? undefined : scene.people[person]?.topics?.[id]
  if (id === undefined || topic === undefined || !holds(scene, topic.when) || topic.lie !== undefined) return undefined
  const used = scene.state.used?.[`topic:${person}:${id}`] ?? 0
  const { length } = [topic.answer].flat()
  return length > 1 && used < length ? { id, topic } : undefined
}

export function isHeardInFull(scene: Scene, person: string, { id, topic }: { id: string; topic: Topic }): boolean {
  if (scene.state.talked?.[person]?.[id]?.turn === scene.state.report?.seq) return false
  return (
    isTopicSaid(scene, person, id) &&
    (scene.state.used?.[`topic:${person}:${id}`] ?? 0) >= [topic.answer].flat().length - 1
  )
}

/** A person says a topic: its answer or its lie. If they have said the same before, they mention it. */
export function sayTopic(scene: LiveScene, { person, id, topic }: { person: string; id: string; topic: Topic }): void {
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

// "As I said" is added only before a plain quotation. A text that names its speaker would name them twice.
function sayAgain(scene: LiveScene, person: string, line: string): void {
  if (!/^[“"]/.test(line.trim()) && /[“"]/.test(line)) return
  const isWhole = line.includes(scene.naming.the(person))
  scene.say(isWhole ? 'answer.again.whole' : 'answer.again', { person }, 'speech')
}

/** A person does not trust the player enough to answer. */
export function refuseAnswer(
  scene: LiveScene,
  { person, id, topic }: { person: string; id: string; topic: Topic },
): void {
  if (topic.refusal === undefined)
    return scene.say(phraseFor(scene, { person, key: 'answer.refused' }), { person }, 'speech', person)
  scene.speak(person, scene.text(`refusal:${person}:${id}`, topic.refusal), { mayBeNarrated: true })
}

/** How a person must feel about the player to answer, at least. */
export function trustOf({ trust = defaultTrust }: Topic): number {
  return trust
}

export function isTopicSaid(scene: Scene, person: string, topic: string): boolean {
  return scene.state.talked?.[person]?.[topic] !== undefined
}

function hasManner(scene: Scene, person: string, manner: string): boolean {
  return scene.people[person]?.manner?.includes(manner) === true
}

/** Whether the player talked to a person in this turn or in the one before. */
export function isInConversation(scene: Scene, person: string): boolean {
  const met = scene.state.happened?.[`met:${person}`]
  return met !== undefined && (scene.state.turn ?? 0) - met <= 1
}

/** The act under which a reply to a remark is recorded, because it does not answer a question. */
export const remark = 'tell'

/** Whether a person has already spoken in this turn. A reply to a remark does not count. */
export function hasReply(scene: LiveScene, person: string): boolean {
  const entries = [...Object.values(scene.state.report?.entries ?? {}), ...scene.entries]
  return entries.some(
    ({ act, kind, refused, speaker }) => kind === 'speech' && act !== remark && refused !== true && speaker === person,
  )
}
