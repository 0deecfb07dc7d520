import type { Act } from '../model/act.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { sceneryOf } from '../view/describe.ts'
import { possibleActs } from '../view/possible-acts.ts'
import { requirePerson, requireThing } from './roles.ts'

/** Possible acts that an answer names. */
const named = 3

/** Words that no act covers: says so, and what is possible here; other acts each time. */
export function unknown(scene: LiveScene): void {
  const possible = possibleActs(scene.world, scene.state, { phrases: scene.phrases }).slice(0, 3 * named)
  if (possible.length === 0) return scene.say('unknown.nothing', {}, 'answer')
  const used = (scene.state.used ??= {})
  const from = (used['unknown'] ?? 0) % possible.length
  used['unknown'] = from + named
  const some = [...possible.slice(from), ...possible.slice(0, from)].slice(0, named)
  const acts = some.map(({ text }) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`)
  scene.say('unknown.possible', { acts: scene.naming.alternatives(acts) }, 'answer')
}

/** Asks which of several things the player means. */
export function askBack(scene: LiveScene, { question }: Act): void {
  if (!question) return unknown(scene)
  const names = scene.naming.alternatives(question.between.map((id) => scene.naming.the(id)))
  scene.say('which', { names }, 'question')
}

/** An act of the campaign for which no rule fits. */
export function custom(scene: LiveScene, act: Act): void {
  const { otherwise } = scene.world.acts![act.act]!
  if (act.thing !== undefined && sceneryOf(scene, act.thing) === undefined) requireThing(scene, act.thing)
  if (act.with !== undefined) requireThing(scene, act.with)
  if (act.person !== undefined) requirePerson(scene, act.person)
  if (otherwise === undefined) scene.refuse('act.nothing', { act: act.act })
  scene.tell(scene.fill(scene.text(`act:${act.act}`, otherwise), { thing: act.thing, person: act.person }))
}
