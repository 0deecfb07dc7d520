import { memoizeByObject } from '../memoize-by-object.ts'
import type { Act } from '../model/act.ts'
import type { Condition, Rule, World } from '../model/types.ts'
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

/** What waits for acts on things in a world. */
interface Awaiting {
  rules: { rule: Rule; act: string; roles: Role[] }[]
  /** Conditions that must all hold, one of which is about a thing in or on another, and the places that they are about. */
  placements: { parts: Condition[]; on: Rule['on'] }[]
}

const awaitingIn = memoizeByObject((world: World): Awaiting => ({
  rules: rulesOf(world),
  placements: placementsOf(world),
}))

function rulesOf({ rules = {} }: World): Awaiting['rules'] {
  return Object.values(rules).flatMap((rule) => {
    const [act = ''] = [rule.on?.act ?? []].flat()
    const roles = [...(rolesOf[act] ?? []), ...(act === 'use' && rule.on?.with !== undefined ? ['with' as const] : [])]
    return roles.length === 0 || rule.refuse !== undefined ? [] : [{ rule, act, roles }]
  })
}

function placementsOf({ rules = {}, goals = {}, endings = {} }: World): Awaiting['placements'] {
  const conditions = [
    ...Object.values(rules).map(({ on, when }) => ({ on, when })),
    ...Object.values(goals).map(({ done }) => ({ on: undefined, when: done })),
    ...Object.values(endings).map(({ when }) => ({ on: undefined, when })),
  ]
  return conditions
    .map(({ on, when }) => ({ on, parts: partsOf(when) }))
    .filter(({ parts }) => parts.some((part) => holderIn(part) !== undefined))
}

function byRules(scene: Scene, scope: readonly InScope[]): Act[] {
  return awaitingIn(scene.world).rules.flatMap(({ rule, act, roles }) => {
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
  return awaitingIn(scene.world).placements.flatMap(({ parts, on }) => {
    if (on?.place !== undefined && ![on.place].flat().includes(scene.here)) return []
    const [missing, ...others] = parts.filter((part) => !holds(scene, part))
    const placed = missing && others.length === 0 ? holderIn(missing) : undefined
    if (!placed) return []
    const isInSight = scope.some(({ id, heldBy }) => id === placed.where && heldBy === undefined)
    const isCarried = scope.some((entry) => entry.id === placed.thing && entry.carried)
    return isInSight && isCarried ? [{ act: 'put', ...placed }] : []
  })
}

/** Which thing must be in or on which other, if a condition says so. */
function holderIn(condition: Condition): { thing: string; where: string; preposition: 'in' | 'on' } | undefined {
  if (Array.isArray(condition) || !('at' in condition)) return undefined
  const [thing, location] = condition.at
  const [, preposition, where] = /^(in|on):(.+)$/.exec(location) ?? []
  return where === undefined ? undefined : { thing, where, preposition: preposition as 'in' | 'on' }
}

/** The conditions that must all hold. */
function partsOf(condition: Condition | undefined): Condition[] {
  if (condition === undefined) return []
  if (Array.isArray(condition)) return condition.flatMap(partsOf)
  return 'all' in condition ? condition.all.flatMap(partsOf) : [condition]
}
