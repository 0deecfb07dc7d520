import type { LiveScene } from '../live/live-scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { findKnownLine } from './known-lines.ts'
import { answerKnown } from './answer-known.ts'
import { lastSeenAt, whereIs } from './where.ts'

/** What a question may ask of a thing: a property, or who has it. */
export const states: ReadonlySet<string> = new Set(['open', 'locked', 'lit', 'holder'])

/** "Is the lamp burning?", "is the door locked?", "who has the key?": what can be seen now, else what is known of the thing. */
export function answerState(scene: LiveScene, thing: string, asked: string): void {
  const seen = scopeOf(scene).find(({ id }) => id === thing)
  if (!(thing in scene.things)) return answerAbsent(scene, thing)
  // A light can be seen from afar, and what has changed since the beginning was seen to change.
  const isChanged = asked === 'lit' && scene.is(thing, 'lit') && lastSeenAt(scene, thing) !== undefined
  if (!seen && isChanged) return scene.say('state.lit.yes', { thing }, 'answer')
  if (!seen && asked !== 'holder') scene.refuse('recall.unanswered')
  if (!seen) return whereIs(scene, thing)
  if (asked === 'holder') {
    const { heldBy } = seen
    if (heldBy === undefined) return whereIs(scene, thing)
    return scene.say('state.held', { person: heldBy, thing }, 'answer')
  }
  const { openable, lockable, light } = scene.things[thing]!
  const isAble = { open: openable, locked: lockable, lit: light }[asked] === true || scene.is(thing, asked)
  if (!isAble) return scene.refuse(`state.${asked}.never`, { thing })
  scene.say(`state.${asked}.${scene.is(thing, asked) ? 'yes' : 'no'}`, { thing }, 'answer')
}

// What the world only mentions.
function answerAbsent(scene: LiveScene, thing: string): void {
  const name = scene.naming.plain(thing)
  const line = findKnownLine(scene, name, { ignored: new Set() })
  if (line) return answerKnown(scene, line)
  scene.refuse('recall.unanswered')
}
