import type { LiveScene } from '../live/live-scene.ts'
import type { Text } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import { kindBy } from '../text/patterns.ts'
import { moodOf, phraseFor } from './manner.ts'
import { isNamedIn, stems } from './topics.ts'

const prefix = 'reply.'

/** Kinds of short questions that are about the answer before. */
const following: ReadonlySet<string> = new Set(['why', 'sure', 'doubt', 'source', 'more', 'meaning'])

/** The kind of a remark or of a question about the listener, by the patterns `reply.….pattern`, which are data. */
export function replyKind(scene: LiveScene, words: string): string | undefined {
  return kindBy(scene.phrases, prefix, words)
}

/** Whether a kind is about the answer before: "why?", "are you sure?" */
export function isFollowing(kind: string | undefined): kind is string {
  return kind !== undefined && following.has(kind)
}

/** Lets a person say what the campaign wrote for them under a key. Returns whether it wrote something. */
export function sayOwn(scene: LiveScene, person: string, key: string): boolean {
  const { variants = [], replies = {} } = scene.people[person] ?? {}
  const at = variants.findIndex((each) => each.replies?.[key] !== undefined && holds(scene, each.when))
  const text = variants[at]?.replies?.[key] ?? replies[key]
  if (text === undefined) return false
  sayNext(scene, person, { key: `reply:${person}:${at < 0 ? '' : `${at}:`}${key}`, text })
  return true
}

/** Lets a person react to words of a kind: as the campaign wrote it for them, else as all people do. Returns whether there is a reaction. */
export function reply(scene: LiveScene, person: string, kind: string): boolean {
  if (sayOwn(scene, person, kind)) return true
  if (scene.phrases[`${prefix}${kind}`] === undefined) return false
  // One who has no name of their own is called by a trade: "mayor".
  const isCommon = !/^\p{Lu}/u.test(scene.people[person]!.name)
  const moods = [...moodOf(scene, person), ...(isCommon ? ['common'] : [])]
  const key = phraseFor(scene, { person, key: `${prefix}${kind}`, moods })
  scene.say(key, { person }, 'speech', person)
  return true
}

/** Lets a person say what the campaign wrote for them about another person or something that words name. Returns whether it did. */
export function replyAbout(scene: LiveScene, person: string, words: string): boolean {
  const asked = stems(words)
  const subject = Object.keys(scene.people[person]?.replies ?? {}).find(
    (id) => scene.isId(id) && isNamedIn(scene.namesOf(id), asked),
  )
  return subject !== undefined && sayOwn(scene, person, subject)
}

/** Answers a short question about the last answer. Returns whether the campaign wrote something for it. */
export function followUp(scene: LiveScene, person: string, kind: string): boolean {
  const [id, spoken] =
    Object.entries(scene.state.talked?.[person] ?? {}).toSorted(([, a], [, b]) => b.turn - a.turn)[0] ?? []
  const text = id === undefined ? undefined : scene.people[person]?.topics?.[id]?.follow?.[kind]
  // What follows is about the truth, except that a lie can be doubted.
  const isOf = spoken?.lie !== true || kind === 'doubt'
  if (text === undefined || spoken === undefined || !isOf || scene.seq - spoken.turn > maxTurnsBehind) return false
  sayNext(scene, person, { key: `follow:${person}:${id}:${kind}`, text })
  return true
}

/** Turns after an answer in which a short question is about it. */
const maxTurnsBehind = 2

function sayNext(scene: LiveScene, person: string, { key, text }: { key: string; text: Text }): void {
  const texts = [text].flat().map((each) => scene.text(key, each))
  scene.speak(person, scene.next(key, texts, true), { mayBeNarrated: true })
}
