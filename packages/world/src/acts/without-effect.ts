import type { Act } from '../model/act.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { possibleActs } from '../view/possible-acts.ts'

/** Words that no act covers: says so, and what is possible here. */
export function unknown(scene: LiveScene): void {
  const possible = possibleActs(scene.world, scene.state, { phrases: scene.phrases }).slice(0, 3)
  if (possible.length === 0) return scene.say('unknown.nothing', {}, 'answer')
  const some = scene.naming.alternatives(possible.map(({ text }) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`))
  scene.say('unknown.possible', { acts: some }, 'answer')
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
  if (otherwise === undefined) scene.refuse('act.nothing', { act: act.act })
  scene.tell(scene.fill(scene.text(`act:${act.act}`, otherwise), { thing: act.thing, person: act.person }))
}
