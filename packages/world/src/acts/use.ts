import type { Act } from '../model/act.ts'
import type { Thing } from '../model/types.ts'
import type { Scene } from '../scene/scene.ts'
import { forceOpen } from './change-things.ts'
import { isForcing } from '../scene/locks.ts'
import type { Performer } from './performer.ts'
import { exitAt, sceneryOf } from '../view/describe.ts'
import { fitsPattern } from '../text/patterns.ts'
import { requireHeld, requireThing } from './roles.ts'

/** Acts whose meaning depends on the things: use, push, pull, climb. */
export const using: Record<string, Performer> = {
  use(scene, act) {
    const thing = requireThing(scene, act.thing)
    const meant = meaningOf(scene, { ...act, thing })
    if (meant) return scene.redirect(meant)
    if (act.with === undefined) scene.refuse(scene.isPortable(thing) ? 'use.alone' : 'use.fixed', { thing })
    scene.refuse('use.nothing', { thing: requireHeld(scene, thing), with: requireThing(scene, act.with) })
  },
  knock(scene, act) {
    const isScenery = act.thing !== undefined && sceneryOf(scene, act.thing) !== undefined
    scene.refuse('knock.nothing', { thing: isScenery ? act.thing : requireThing(scene, act.thing) })
  },
  push: handle,
  pull: handle,
  climb(scene, act) {
    const exits = scene.exitsOf(scene.here)
    const wanted = act.to ?? act.thing
    const vertical = ['up', 'down'].filter((direction) => direction in exits)
    if (wanted === undefined && vertical.length === 1) return scene.redirect({ act: 'go', to: vertical[0]! })
    if (wanted === undefined) return scene.refuse(vertical.length > 1 ? 'climb.which' : 'climb.not')
    const isWay = Object.entries(exits).some(([direction, { to, door }]) => [direction, to, door].includes(wanted))
    const seen = scene.isId(wanted) ? undefined : exitAt(scene, wanted)
    if (seen !== undefined) return scene.redirect({ act: 'go', to: seen })
    if (isWay) return scene.redirect({ act: 'go', to: wanted })
    if (wanted in scene.things) scene.refuse('climb.thing', { thing: requireThing(scene, wanted) })
    scene.refuse('climb.not')
  },
}

/** The act that "use" means: chosen by the second thing, or by the purpose of the first one. */
export function meaningOf(scene: Scene, { thing = '', with: other, person }: Act): Act | undefined {
  const target = other === undefined ? undefined : scene.things[other]
  if (person !== undefined) return { act: 'give', thing, person }
  if (other !== undefined && target) {
    if (target.key === thing || (target.force !== undefined && scene.is(other, 'locked') && target.light !== true))
      return { act: scene.is(other, 'locked') ? 'unlock' : 'lock', thing: other, with: thing }
    if (scene.things[thing]?.key === other)
      return { act: scene.is(thing, 'locked') ? 'unlock' : 'lock', thing, with: other }
    if (target.light === true && !scene.is(other, 'lit')) return { act: 'light', thing: other, with: thing }
    return undefined
  }
  const { light, wearable, edible, drinkable, text, openable } = scene.things[thing] ?? ({} as Thing)
  if (light === true) return { act: scene.is(thing, 'lit') ? 'extinguish' : 'light', thing }
  if (wearable === true) return { act: 'wear', thing }
  if (edible === true) return { act: 'eat', thing }
  if (drinkable === true) return { act: 'drink', thing }
  if (text !== undefined) return { act: 'read', thing }
  if (openable === true) return { act: scene.is(thing, 'open') ? 'close' : 'open', thing }
  return undefined
}

function handle(...[scene, act, roll]: Parameters<Performer>): void {
  const thing = requireThing(scene, act.thing)
  if (isForcing(scene, act)) return forceOpen(scene, thing, roll())
  const isBell = act.act === 'pull' && fitsPattern(scene.phrases, 'pull.bell.pattern', scene.things[thing]?.name ?? '')
  if (isBell) return scene.say('pull.bell', { thing })
  scene.refuse(`${act.act}.${scene.isPortable(thing) ? 'loose' : 'fixed'}`, { thing })
}
