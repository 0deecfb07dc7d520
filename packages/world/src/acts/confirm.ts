import type { JsonObject } from '@narratoria/protocol'
import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { isDue, type NamedRule } from '../rules/rules.ts'
import { hint } from './without-effect.ts'

/** The role of a pending act that waits for a yes. */
export const confirmed = 'confirmed'

/** Asks for a yes if a rule about the act wants one. Returns whether it has asked. */
export function isLeftToConfirm(scene: LiveScene, act: Act, rules: readonly NamedRule[]): boolean {
  if (scene.isConfirmed || rules.some((rule) => rule.refuse !== undefined && isDue(scene, rule))) return false
  const rule = rules.find((each) => each.confirm !== undefined && isDue(scene, each))
  if (rule?.confirm === undefined) return false
  // To say it once more is a yes.
  const { pending } = scene.state.focus ?? {}
  if (pending?.role === confirmed && JSON.stringify(pending.act) === JSON.stringify({ ...act })) return false
  const question = scene.text(`rule:${rule.id}:confirm`, rule.confirm)
  // To be asked takes no time.
  scene.act = 'ask-back'
  scene.emit(scene.fill(question, { thing: act.thing, person: act.person }), 'question')
  scene.pending = { act: { ...act } as unknown as JsonObject, role: confirmed, between: [] }
  return true
}

/** Yes: performs the act that waits for it. */
export function confirm(scene: LiveScene): void {
  const { pending } = scene.state.focus ?? {}
  if (pending?.role !== confirmed) return hint(scene)
  const act = pending.act as unknown as Act
  scene.isConfirmed = true
  scene.act = act.act
  scene.redirect(act)
}

/** No: the act that waits is left. */
export function decline(scene: LiveScene): void {
  scene.say('confirm.no', {}, 'answer')
}
