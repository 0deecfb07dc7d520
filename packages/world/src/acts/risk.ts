import type { Act, Risk } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { rulesFor } from '../rules/rules.ts'
import { Scene } from '../scene/scene.ts'
import { Naming, type Phrases } from '../text/render.ts'
import { needsPersuasion } from './talk.ts'

/**
 * Returns the roll of 2d6 that an act needs before it is performed: fighting, forcing a lock, persuading, and what rules of
 * the campaign ask for. Returns `undefined` if the act has no risk. `modifiers` are those of other skills, such as perception.
 */
export function riskOf(
  world: World,
  state: WorldState,
  act: Act,
  { phrases, modifiers = {} }: { phrases: Phrases; modifiers?: Record<string, number> },
): Risk | undefined {
  const scene = new Scene(world, state)
  const naming = new Naming(scene, phrases)
  const task = (key: string, id: string) => (phrases[key]?.[0] ?? '{name}').replace('{name}', naming.the(id))
  const parts = new Map<string, number>(Object.entries(modifiers))
  const add = (reason: string, value: number) =>
    void (value !== 0 && parts.set(reason, (parts.get(reason) ?? 0) + value))
  let what: string | undefined
  const rule = rulesFor(scene, act).find(({ roll }) => roll !== undefined)
  if (rule?.roll) {
    what = rule.roll.task
    add(rule.roll.task, rule.roll.modifier ?? 0)
  } else if (act.act === 'attack' && act.person !== undefined && isPresent(scene, act.person)) {
    what = task('risk.attack', act.person)
    const weapon = act.with ?? bestWeapon(scene)
    if (weapon !== undefined) add(naming.plain(weapon), scene.things[weapon]?.weapon ?? 0)
    add(naming.plain(act.person), -(scene.people[act.person]?.fights ?? 0))
    add(phrases['risk.wounds']?.[0] ?? 'wounds', (scene.state.wounds?.['player'] ?? 0) >= 3 ? -1 : 0)
  } else if (act.act === 'unlock' && act.thing !== undefined && isForced(scene, act)) {
    what = task('risk.force', act.thing)
    add(naming.plain(act.thing), scene.things[act.thing]?.force ?? 0)
  } else if (needsPersuasion(scene, act)) {
    what = task('risk.persuade', act.person!)
    add(naming.plain(act.person!), Math.sign(scene.feelingOf(act.person!)))
  }
  if (what === undefined) return undefined
  for (const [trait, value] of Object.entries(world.player.traits ?? {})) if (what.includes(trait)) add(trait, value)
  const modifier = [...parts.values()].reduce((sum, value) => sum + value, 0)
  const sign = modifier > 0 ? `+${modifier}` : modifier < 0 ? String(modifier) : ''
  return {
    formula: `2d6${sign}`,
    modifier,
    task: what,
    reasons: [...parts].map(([reason, value]) => `${reason} ${value > 0 ? '+' : '−'}${Math.abs(value)}`),
  }
}

function isPresent(scene: Scene, person: string): boolean {
  return scene.locationOf(person) === scene.here && !scene.is(person, 'dead')
}

function isForced(scene: Scene, { thing = '', with: used }: Act): boolean {
  const { force, key } = scene.things[thing] ?? {}
  const hasKey = key !== undefined && (used === key || scene.isCarried(key))
  return force !== undefined && scene.is(thing, 'locked') && !hasKey && scene.placeOf(thing) !== undefined
}

function bestWeapon(scene: Scene): string | undefined {
  return scene
    .thingsAt('player')
    .filter((id) => (scene.things[id]?.weapon ?? 0) > 0)
    .toSorted((a, b) => scene.things[b]!.weapon! - scene.things[a]!.weapon!)[0]
}
