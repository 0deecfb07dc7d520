import { memoizeByObject } from '../memoize-by-object.ts'
import type { Topic, World } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'

/** The topic of a person that some words are about, among those whose condition holds and that may be meant. */
export function findTopic(
  scene: Scene,
  person: string,
  words: string,
  mayBeMeant: (topic: Topic, id: string) => boolean = () => true,
): { id: string; topic: Topic; isWeak: boolean } | undefined {
  const asked = stems(words)
  let best: { id: string; topic: Topic; score: number } | undefined
  for (const [id, topic] of Object.entries(scene.people[person]?.topics ?? {})) {
    if (!holds(scene, topic.when) || !mayBeMeant(topic, id)) continue
    const names = [id.replaceAll('_', ' '), ...(topic.keywords ?? [])]
    const overlaps = names.map((name) => overlap(name, asked, scene))
    // Of topics that fit equally well, the one of more words was meant.
    const others = new Set(names.filter((_, index) => overlaps[index]! > 1).map((name) => name.toLowerCase())).size - 1
    const closest = Math.max(...overlaps)
    const fits = closest + Math.max(0, others) * 0.1
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

/** Topics that a person can be asked about now, those not heard yet first, without those that are not listed. */
export function openTopics(scene: Scene, person: string): { id: string; topic: Topic }[] {
  const heard = scene.state.talked?.[person] ?? {}
  return Object.entries(scene.people[person]?.topics ?? {})
    .filter(([, topic]) => topic.unlisted !== true && holds(scene, topic.when))
    .map(([id, topic]) => ({ id, topic }))
    .toSorted((a, b) => Number(heard[a.id] !== undefined) - Number(heard[b.id] !== undefined))
}

// How well a name fits: all of its words were used, or its last one, which says most; else 0.
function overlap(text: string, asked: readonly string[], scene: Scene): number {
  const name = stems(text)
  const found = name.filter((word) => asked.includes(word)).length
  if (found === 0 || !asked.includes(name.at(-1)!)) return 0
  // Of names that fit equally well, the longer one says more: "afraid" in "are you afraid".
  // "You" is in too many questions to say what they are about.
  const isShort = name.length === 1 && text.length < 4 && asked.length > 2
  if (isShort && !namedWords(scene.world).has(name[0]!)) return asked.every((word) => word.length < longWord) ? 0.6 : 0
  // "Why is your glass empty tonight?": what is named first comes first.
  const order = asked.indexOf(name.at(-1)!) / 100_000
  return found === name.length ? 1 + found + name.join('').length / 1_000 - order : found / name.length / 2
}

// The words of all names in the world: "log", but not "you".
const namedWords = memoizeByObject(({ things, people, places }: World) => {
  const named = [things, people, places].flatMap((each) => Object.values(each))
  return new Set(named.flatMap(({ name, aliases = [] }) => [name, ...aliases]).flatMap(stems))
})

/** Letters of a word that says what a question is about, at least. */
const longWord = 6

/** Lower-case words without common endings, for a comparison of words. */
export function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) =>
    word.length > 4 ? word.replace(/(?:ies|ing|ed|es|(?<!s)s)$/, '') : word.replace(/(?<=\w{3})s$/, ''),
  )
}

/** Whether one of some names has all of its words among `words`, which {@link stems} returned. */
export function isNamedIn(names: readonly string[], words: readonly string[]): boolean {
  return names.some((name) => {
    const own = stems(name)
    return own.length > 0 && own.every((word) => words.includes(word))
  })
}

/** The fact that the words are about, and that a person knows: of several, the one of which they say most. */
export function knownFact(scene: Scene, words: string, who: string): string | undefined {
  const asked = stems(words)
  const known = new Set([...Object.keys(scene.state.knows?.[who] ?? {}), ...(scene.people[who]?.knows ?? [])])
  let best: { id: string; length: number } | undefined
  for (const [id, { about = [] }] of Object.entries(scene.world.facts ?? {})) {
    if (!known.has(id)) continue
    if (words === id) return id
    const named = [id.replaceAll('_', ' '), ...about].filter((name) => isNamedIn([name], asked))
    const length = new Set(named.flatMap(stems)).size
    if (length > (best?.length ?? 0)) best = { id, length }
  }
  return best?.id
}

/** The fact that a statement of the player is: not one that says nothing of a thing which the statement names, as "the boy has his letter" does. */
export function statedFact(scene: Scene, words: string): string | undefined {
  const id = knownFact(scene, words, 'player')
  if (id === undefined) return undefined
  const { text = '', about = [] } = scene.world.facts?.[id] ?? {}
  const said = stems(words)
  const own = new Set([id.replaceAll('_', ' '), text, ...about].flatMap(stems))
  const isOther = (thing: string) => {
    const names = scene.namesOf(thing).filter((name) => isNamedIn([name], said))
    return names.length > 0 && names.every((name) => stems(name).some((word) => !own.has(word)))
  }
  return Object.keys(scene.things).some((thing) => scene.isPortable(thing) && isOther(thing)) ? undefined : id
}

/** A topic as it is named in a sentence. */
export function topicName(id: string): string {
  return id.replaceAll('_', ' ')
}
