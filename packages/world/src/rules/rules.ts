import { memoizeByObject } from '../memoize-by-object.ts'
import type { Act, Roll } from '../model/act.ts'
import type { Rule, World } from '../model/types.ts'
import type { LiveScene } from '../live/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { holds } from './condition.ts'
import { apply } from './effects.ts'

export type NamedRule = Rule & { id: string }

/** The rules that are about an act, in the order of the campaign, whether their conditions hold or not. */
export function rulesOn(scene: Scene, act: Act): NamedRule[] {
  return (indexOf(scene.world.rules ?? {}).onAct.get(act.act) ?? []).filter((rule) => fits(scene, rule, act))
}

/** The rules about an act whose conditions hold now. */
export function rulesFor(scene: Scene, act: Act): NamedRule[] {
  return rulesOn(scene, act).filter((rule) => isDue(scene, rule))
}

/** The rules of the end of a turn. */
export function turnRules(scene: Scene): NamedRule[] {
  return indexOf(scene.world.rules ?? {}).ofTurn.filter((rule) => isDue(scene, rule))
}

/** Applies a rule: its refusal, or its effects by the roll, if it has one. */
export function applyRule(scene: LiveScene, rule: NamedRule, roll?: () => Roll): void {
  const source = `rule:${rule.id}`
  if (rule.refuse !== undefined) scene.refuseWith(scene.text(source, rule.refuse))
  scene.happen(rule.id)
  if (!rule.roll) return apply(scene, rule.then, source)
  const { outcome } = roll?.() ?? { outcome: 'failure' }
  const { partial = rule.then, failure } = rule.roll
  if (outcome === 'success') apply(scene, rule.then, source)
  else apply(scene, outcome === 'partial' ? partial : failure, `${source}:${outcome}`)
}

/** The rules of a world by what they are about, each list in the order of the campaign. */
interface RuleIndex {
  onAct: Map<string, NamedRule[]>
  ofTurn: NamedRule[]
}

// A turn asks many times which rules are about an act.
const indexOf = memoizeByObject((rules: NonNullable<World['rules']>): RuleIndex => {
  const index: RuleIndex = { onAct: new Map(), ofTurn: [] }
  for (const [id, written] of Object.entries(rules)) {
    const rule = { id, ...written }
    for (const act of new Set([rule.on?.act ?? []].flat())) {
      const others = index.onAct.get(act)
      if (others) others.push(rule)
      else index.onAct.set(act, [rule])
    }
    if (rule.on === undefined && rule.refuse === undefined) index.ofTurn.push(rule)
  }
  return index
})

/** Whether a rule's condition holds, and it has not happened yet if it happens once. */
export function isDue(scene: Scene, rule: NamedRule): boolean {
  if (rule.once === true && scene.state.happened?.[rule.id] !== undefined) return false
  return holds(scene, rule.when)
}

function fits(scene: Scene, { on }: Rule, act: Act): boolean {
  if (!on) return false
  if (on.place !== undefined && !among(on.place, [scene.here])) return false
  if (on.to !== undefined && !among(on.to, waysOf(scene, act))) return false
  return (['thing', 'with', 'where', 'person', 'topic'] as const).every(
    (role) => on[role] === undefined || among(on[role], [act[role]]),
  )
}

// "North" and the place in the north are the same way.
function waysOf(scene: Scene, { to }: Act): (string | undefined)[] {
  const exits = Object.entries(scene.exitsOf(scene.here))
  const same = exits.filter(([direction, exit]) => direction === to || exit.to === to || exit.door === to)
  return [to, ...same.flatMap(([direction, exit]) => [direction, exit.to])]
}

function among(wanted: string | string[], values: readonly (string | undefined)[]): boolean {
  return typeof wanted === 'string' ? values.includes(wanted) : wanted.some((each) => values.includes(each))
}
