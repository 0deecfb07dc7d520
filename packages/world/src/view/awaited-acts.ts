import type { Act } from '../model/act.ts'
import type { Condition, Rule } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import { rulesFor } from '../rules/rules.ts'
import type { Scene } from '../scene/scene.ts'
import type { InScope } from '../scene/scope.ts'

type Role = 'thing' | 'where' | 'with' | 'person'

/** Acts that are possible only because something waits for them, and the roles that the rule must name. */
const rolesOf: Record<string, readonly Role[]> = {
  put: ['thing', 'where'],
  give: ['thing', 'person'],
  show: ['thing', 'person'],
  use: ['thing'],
  push: ['thing'],
  pull: ['thing'],
  wear: ['thing'],
  eat: ['thing'],
  drink: ['thing'],
}

/** Roles that are carried before the act. */
const carried: Record<string, readonly Role[]> = { put: ['thing'], give: ['thing'], show: ['thing'], use: ['with'] }

/**
 * Acts on things in sight that a rule with effects waits for, or that put a thing where a rule, a goal or an ending needs it
 * as the last of its conditions. At most one for each thing.
 */
export function awaitedActs(scene: Scene, scope: readonly InScope[]): Act[] {
  const acts = [...byRules(scene, scope), ...byPlacement(scene, scope)]
  return acts.filter(({ thing }, index) => acts.findIndex((other) => other.thing === thing) === index)
}

function byRules(scene: Scene, scope: readonly InScope[]): Act[] {
  return Object.values(scene.world.rules ?? {}).flatMap((rule) => {
    const [act = ''] = [rule.on?.act ?? []].flat()
    const roles = [...(rolesOf[act] ?? []), ...(act === 'use' && rule.on?.with !== undefined ? ['with' as const] : [])]
    if (roles.length === 0 || rule.refuse !== undefined) return []
    const filled = roles.reduce<Act[]>(
      (partial, role) =>
        partial.flatMap((each) => candidates(rule, { act, role, scope }).map((id) => ({ ...each, [role]: id }))),
      [{ act }],
    )
    return filled.filter((each) => each.thing !== each.with && isAwaited(scene, each))
  })
}

function candidates(
  { on }: Rule,
  { act, role, scope }: { act: string; role: Role; scope: readonly InScope[] },
): string[] {
  const named = [on?.[role] ?? []].flat()
  const mustCarry = carried[act]?.includes(role) === true
  return scope
    .filter((entry) => named.includes(entry.id) && entry.heldBy === undefined && (entry.carried || !mustCarry))
    .map(({ id }) => id)
}

function isAwaited(scene: Scene, act: Act): boolean {
  return rulesFor(scene, act).some(({ then, roll }) => then !== undefined || roll !== undefined)
}

function byPlacement(scene: Scene, scope: readonly InScope[]): Act[] {
  const { rules = {}, goals = {}, endings = {} } = scene.world
  const isHere = ({ on }: Rule) => on?.place === undefined || [on.place].flat().includes(scene.here)
  const conditions = [
    ...Object.values(rules)
      .filter(isHere)
      .map(({ when }) => when),
    ...Object.values(goals).map(({ done }) => done),
    ...Object.values(endings).map(({ when }) => when),
  ]
  return conditions.flatMap((condition) => {
    const [missing, ...others] = partsOf(condition).filter((part) => !holds(scene, part))
    if (missing === undefined || others.length > 0 || Array.isArray(missing) || !('at' in missing)) return []
    const [thing, location] = missing.at
    const [, preposition, where] = /^(in|on):(.+)$/.exec(location) ?? []
    const isInSight = scope.some(({ id, heldBy }) => id === where && heldBy === undefined)
    const isCarried = scope.some((entry) => entry.id === thing && entry.carried)
    if (where === undefined || !isInSight || !isCarried) return []
    return [{ act: 'put', thing, where, preposition: preposition as 'in' | 'on' }]
  })
}

/** The conditions that must all hold. */
function partsOf(condition: Condition | undefined): Condition[] {
  if (condition === undefined) return []
  if (Array.isArray(condition)) return condition.flatMap(partsOf)
  return 'all' in condition ? condition.all.flatMap(partsOf) : [condition]
}
