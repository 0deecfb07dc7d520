import type { LiveScene } from '../live/live-scene.ts'
import { kindBy } from '../text/patterns.ts'
import { cold, moodOf, phraseFor } from './manner.ts'
import { sayOwn } from './replies.ts'
import { isNamedIn, stems } from './topics.ts'

/** What a speech act does to the feeling of a person, the first time. */
const feelings: Record<string, number> = { apologise: 5, thank: 2, comfort: 3, insult: -10, accuse: -5, threaten: -10 }

const prefix = 'social.'

/** What some words do to a person: thank, apologise, accuse … The patterns are data. `undefined` if they only say something. */
export function socialKind(scene: LiveScene, words: string): string | undefined {
  return kindBy(scene.phrases, prefix, words)
}

/** Whether there are reactions to a speech act of this name. */
export function isSocial(scene: LiveScene, kind: string | undefined): kind is string {
  return kind !== undefined && scene.phrases[`${prefix}${kind}`] !== undefined
}

/** A person reacts to a speech act: by what they feel about the player, by their manner, and by whether an accusation is proved. */
export function react(scene: LiveScene, person: string, kind: string): void {
  const isFirst = !scene.hasHappened(`social:${kind}:${person}`)
  scene.happen(`social:${kind}:${person}`)
  scene.happen(`met:${person}`)
  const isProved = kind === 'accuse' && hasProof(scene, person)
  const isOwn = !isProved && scene.feelingOf(person) > cold && sayOwn(scene, person, kind)
  if (!isOwn) sayCommon(scene, person, { kind, isProved })
  if (isFirst) scene.feel(person, feelings[kind] ?? 0)
}

function sayCommon(scene: LiveScene, person: string, { kind, isProved }: { kind: string; isProved: boolean }): void {
  const moods = [...(isProved ? ['proved'] : []), ...moodOf(scene, person)]
  scene.say(phraseFor(scene, { person, key: `${prefix}${kind}`, moods }), { person }, 'speech', person)
}

/** Whether the text on a thing names a person. */
export function isAbout(scene: LiveScene, thing: string, person: string): boolean {
  const { text } = scene.things[thing]!
  if (text === undefined) return false
  return isNamedIn(scene.namesOf(person), stems([text].flat().join(' ')))
}

// The player has read a text that names the person.
function hasProof(scene: LiveScene, person: string): boolean {
  return Object.keys(scene.things).some((id) => scene.hasHappened(`read:${id}`) && isAbout(scene, id, person))
}
