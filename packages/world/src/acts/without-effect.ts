import type { Act } from '../model/act.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { hasLight } from '../scene/scope.ts'
import { patternsOf } from '../text/patterns.ts'
import type { Slots } from '../text/render.ts'
import { sceneryOf } from '../view/describe.ts'
import { possibleActs } from '../view/possible-acts.ts'
import { viewOf } from '../view/view.ts'
import { requirePerson, requireThing } from './roles.ts'

/** Possible acts that an answer names. */
const named = 3

/** Words that no act covers: says so, and what is possible here; other acts each time. */
export function unknown(scene: LiveScene, { topic, text }: Act): void {
  const hiding = text === undefined ? undefined : gestureIn(scene, text, 'unknown.hide.pattern')
  if (hiding !== undefined) {
    const [person] = hasLight(scene) ? scene.peopleAt(scene.here) : []
    return scene.say(person === undefined ? 'unknown.hide' : 'unknown.hide.seen', { text: hiding, person })
  }
  const gesture = text === undefined ? undefined : gestureIn(scene, text, 'unknown.gesture.pattern')
  if (gesture !== undefined) return scene.say('unknown.gesture', { text: gesture })
  // A part of the words, beside others that were understood.
  if (topic === 'part' && text !== undefined)
    return sayPossible(scene, 'unknown.part', 'unknown.part.nothing', { text })
  sayPossible(scene, 'unknown.possible', 'unknown.nothing')
}

// "I sing a song": what anybody can do, and what changes nothing.
function gestureIn(scene: LiveScene, text: string, key: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[.!\s]+$/, '')
    .toLowerCase()
  for (const pattern of patternsOf(scene.phrases, key)) {
    const found = pattern.exec(plain)
    if (found) return found[1]
  }
  return undefined
}

/** The player asks what to do: the open goals, and what is possible here. */
export function hint(scene: LiveScene): void {
  const goals = viewOf(scene.world, scene.state).goals.filter(({ done }) => !done)
  for (const { text } of goals) scene.emit(text)
  sayPossible(scene, 'hint.possible', 'hint.nothing')
}

function sayPossible(scene: LiveScene, key: string, otherwise: string, slots: Slots = {}): void {
  const possible = possibleActs(scene.world, scene.state, { phrases: scene.phrases }).slice(0, 3 * named)
  if (possible.length === 0) return scene.say(otherwise, slots, 'answer')
  const used = (scene.state.used ??= {})
  const from = (used['unknown'] ?? 0) % possible.length
  used['unknown'] = from + named
  const some = [...possible.slice(from), ...possible.slice(0, from)].slice(0, named)
  const acts = some.map(({ text }) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`)
  scene.say(key, { ...slots, acts: scene.naming.alternatives(acts) }, 'answer')
}

/** Asks which of several things the player means. */
export function askBack(scene: LiveScene, { question }: Act): void {
  if (!question) return sayPossible(scene, 'unknown.possible', 'unknown.nothing')
  const names = scene.naming.alternatives(question.between.map((id) => scene.naming.the(id)))
  if (question.role === 'person') return scene.say('person.which', { people: names }, 'question')
  scene.say('which', { names }, 'question')
}

/** An act of the campaign for which no rule fits. */
export function custom(scene: LiveScene, act: Act): void {
  const { otherwise } = scene.world.acts![act.act]!
  if (act.thing !== undefined && sceneryOf(scene, act.thing) === undefined) requireThing(scene, act.thing)
  if (act.with !== undefined) requireThing(scene, act.with)
  if (act.person !== undefined) requirePerson(scene, act.person)
  if (otherwise === undefined) scene.refuse('act.nothing', { act: act.act })
  const text = scene.text(`act:${act.act}`, otherwise)
  // A sentence names only what the player has named, or the only person who is present.
  const thing = act.thing ?? (/thing[}|]/.test(text) ? requireThing(scene, undefined) : undefined)
  const person = act.person ?? (/person[}|]/.test(text) ? requirePerson(scene, undefined) : undefined)
  scene.emit(scene.fill(text, { thing, person }))
}
