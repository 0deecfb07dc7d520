import type { Act, Risk } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { rulesFor } from '../rules/rules.ts'
import { Scene } from '../scene/scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { Naming, type Phrases } from '../text/render.ts'
import { needsPersuasion } from './answer.ts'
import { modifierBy } from '../people/perception.ts'
import { isForcing } from '../scene/locks.ts'
import { nameRoles } from './name-roles.ts'
import { meaningOf } from './use.ts'

/**
 * Returns the roll of 2d6 that an act needs before it is performed: fighting, forcing a lock, persuading, and what rules of
 * the campaign ask for. Returns `undefined` if the act has no risk. `modifiers` are those of other skills, such as perception.
 */
export function riskOf(
  world: World,
  state: WorldState,
  unnamed: Act,
  { phrases, modifiers = {} }: { phrases: Phrases; modifiers?: Record<string, number> },
): Risk | undefined {
  const scene = new Scene(world, state)
  const named = nameRoles(scene, unnamed)
  const act = (named.act === 'use' ? meaningOf(scene, named) : undefined) ?? named
  const scope = scopeOf(scene)
  const isThere = (id: string | undefined) => id === undefined || scope.some((each) => each.id === id)
  if (state.ended !== undefined || ![act.thing, act.person, act.with].every(isThere)) return undefined
  const naming = new Naming(scene, phrases)
  const risk = ruleRisk(scene, act) ?? actRisk(scene, act, { naming, phrases })
  if (!risk) return undefined
  const traits = Object.entries({ ...world.player.traits, ...state.traits }).filter(([trait]) =>
    risk.task.includes(trait),
  )
  const parts = [...Object.entries(modifiers), ...risk.parts, ...traits].filter(([, value]) => value !== 0)
  const modifier = parts.reduce((sum, [, value]) => sum + value, 0)
  return {
    formula: `2d6${signed(modifier, '-')}`,
    modifier,
    task: risk.task,
    reasons: parts.map(([reason, value]) => `${reason} ${signed(value, '−')}`),
  }
}

interface Task {
  task: string
  /** Where the modifier comes from. */
  parts: [reason: string, value: number][]
}

function ruleRisk(scene: Scene, act: Act): Task | undefined {
  const roll = rulesFor(scene, act).find((rule) => rule.roll !== undefined)?.roll
  return roll && { task: roll.task, parts: [[roll.task, roll.modifier ?? 0]] }
}

function actRisk(scene: Scene, act: Act, { naming, phrases }: { naming: Naming; phrases: Phrases }): Task | undefined {
  const task = (key: string, id: string) => (phrases[key]?.[0] ?? '{name}').replace('{name}', naming.the(id))
  const target = act.person ?? act.thing
  if (target === undefined) return undefined
  if (act.act === 'attack' && target in scene.people && !scene.is(target, 'dead'))
    return { task: task('risk.attack', target), parts: fightParts(scene, target, { act, naming, phrases }) }
  if (isForcing(scene, act))
    return { task: task('risk.force', target), parts: [[naming.plain(target), scene.things[target]?.force ?? 0]] }
  if (needsPersuasion(Object.assign(scene, { phrases }), act))
    return { task: task('risk.persuade', target), parts: [[naming.plain(target), modifierBy(scene.feelingOf(target))]] }
  return undefined
}

function fightParts(
  scene: Scene,
  person: string,
  { act, naming, phrases }: { act: Act; naming: Naming; phrases: Phrases },
): Task['parts'] {
  const weapon = act.with ?? bestWeapon(scene)
  const isWounded = (scene.state.wounds?.['player'] ?? 0) >= 3
  return [
    ...(weapon === undefined ? [] : [[naming.plain(weapon), scene.things[weapon]?.weapon ?? 0] as [string, number]]),
    [naming.plain(person), -(scene.people[person]?.fights ?? 0)],
    [phrases['risk.wounds']?.[0] ?? 'wounds', isWounded ? -1 : 0],
  ]
}

function signed(value: number, minus: string): string {
  return value === 0 ? '' : `${value > 0 ? '+' : minus}${Math.abs(value)}`
}

function bestWeapon(scene: Scene): string | undefined {
  return scene
    .thingsAt('player')
    .filter((id) => (scene.things[id]?.weapon ?? 0) > 0)
    .toSorted((a, b) => scene.things[b]!.weapon! - scene.things[a]!.weapon!)[0]
}
