import type { Topic } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'

/** The topic of a person that some words are about, among those whose condition holds. */
export function findTopic(
  scene: Scene,
  person: string,
  words: string,
): { id: string; topic: Topic; isWeak: boolean } | undefined {
  const asked = stems(words)
  let best: { id: string; topic: Topic; score: number } | undefined
  for (const [id, topic] of Object.entries(scene.people[person]?.topics ?? {})) {
    if (!holds(scene, topic.when)) continue
    const names = [id.replaceAll('_', ' '), ...(topic.keywords ?? [])]
    const fits = Math.max(...names.map((name) => overlap(stems(name), asked)))
    // What is asked about comes before what is asked for, if both fit.
    const score = fits > 0 && isService(topic) ? fits - 0.01 : fits
    if (score > (best?.score ?? 0)) best = { id, topic, score }
  }
  return best && { id: best.id, topic: best.topic, isWeak: best.score < 1 }
}

/** Whether the answer gives the player something. */
function isService({ then = [] }: Topic): boolean {
  return then.some((effect) => 'move' in effect && effect.move[1] === 'player')
}

/** Topics that a person can be asked about now, those not heard yet first. */
export function openTopics(scene: Scene, person: string): { id: string; topic: Topic }[] {
  const heard = scene.state.talked?.[person] ?? {}
  return Object.entries(scene.people[person]?.topics ?? {})
    .filter(([, topic]) => holds(scene, topic.when))
    .map(([id, topic]) => ({ id, topic }))
    .toSorted((a, b) => Number(heard[a.id] !== undefined) - Number(heard[b.id] !== undefined))
}

// How well a name fits: all of its words were used, or its last one, which says most; else 0.
function overlap(name: readonly string[], asked: readonly string[]): number {
  const found = name.filter((word) => asked.includes(word)).length
  if (found === 0 || !asked.includes(name.at(-1)!)) return 0
  // Of names that fit equally well, the longer one says more: "afraid" in "are you afraid".
  // "You" is in too many questions to say what they are about.
  if (name.length === 1 && name[0]!.length < 4 && asked.length > 2)
    return asked.every((word) => word.length < longWord) ? 0.6 : 0
  return found === name.length ? 1 + found + name.join('').length / 1_000 : found / name.length / 2
}

/** Letters of a word that says what a question is about, at least. */
const longWord = 6

/** Lower-case words without common endings, for a comparison of words. */
export function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) =>
    word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s)$/, '') : word.replace(/(?<=\w{3})s$/, ''),
  )
}

/** Whether one of some names has all of its words among `words`, which {@link stems} returned. */
export function isNamedIn(names: readonly string[], words: readonly string[]): boolean {
  return names.some((name) => {
    const own = stems(name)
    return own.length > 0 && own.every((word) => words.includes(word))
  })
}

/** A fact that the words are about, and that a person knows. */
export function knownFact(scene: Scene, words: string, who: string): string | undefined {
  const asked = stems(words)
  const known = new Set([...Object.keys(scene.state.knows?.[who] ?? {}), ...(scene.people[who]?.knows ?? [])])
  return Object.entries(scene.world.facts ?? {}).find(
    ([id, { about = [] }]) => known.has(id) && (words === id || isNamedIn([id.replaceAll('_', ' '), ...about], asked)),
  )?.[0]
}

/** A topic as it is named in a sentence. */
export function topicName(id: string): string {
  return id.replaceAll('_', ' ')
}
