import type { Act, Roll } from '../model/act.ts'
import type { Rule } from '../model/types.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { holds } from './condition.ts'
import { apply } from './effects.ts'

/** A rule with its id. */
export type NamedRule = Rule & { id: string }

/** The rules about an act whose conditions hold, in the order of the campaign. */
export function rulesFor(scene: Scene, act: Act): NamedRule[] {
  return allRules(scene).filter((rule) => rule.on !== undefined && fits(scene, rule, act) && isDue(scene, rule))
}

/** The rules of the end of a turn. */
export function turnRules(scene: Scene): NamedRule[] {
  return allRules(scene).filter((rule) => rule.on === undefined && isDue(scene, rule))
}

/** Applies a rule: its refusal, or its effects by the roll, if it has one. */
export function applyRule(scene: LiveScene, rule: NamedRule, roll?: Roll): void {
  const source = `rule:${rule.id}`
  if (rule.refuse !== undefined) scene.refuseWith(scene.text(source, rule.refuse))
  scene.happen(rule.id)
  if (!rule.roll || roll?.outcome === 'success') apply(scene, rule.then, source)
  else
    apply(scene, roll?.outcome === 'partial' ? (rule.roll.partial ?? rule.then) : rule.roll.failure, `${source}:roll`)
}

function allRules(scene: Scene): NamedRule[] {
  return Object.entries(scene.world.rules ?? {}).map(([id, rule]) => ({ id, ...rule }))
}

function isDue(scene: Scene, rule: NamedRule): boolean {
  if (rule.once === true && scene.state.happened?.[rule.id] !== undefined) return false
  return holds(scene, rule.when)
}

function fits(scene: Scene, { on }: Rule, act: Act): boolean {
  if (!on || !among(on.act, act.act)) return false
  if (on.place !== undefined && !among(on.place, scene.here)) return false
  if (on.thing !== undefined && !among(on.thing, act.thing) && act.things?.some((id) => among(on.thing, id)) !== true)
    return false
  return (['with', 'where', 'person', 'topic', 'to'] as const).every(
    (role) => on[role] === undefined || among(on[role], act[role]),
  )
}

function among(wanted: string | string[] | undefined, value: string | undefined): boolean {
  return value !== undefined && (typeof wanted === 'string' ? wanted === value : wanted?.includes(value) === true)
}
