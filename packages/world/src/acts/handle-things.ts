import type { Act } from '../model/act.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { requireHeld, requireThing } from './roles.ts'
import { forEach, isPortable, take } from './take.ts'

/** Take, drop, put: one thing or several. */
export const handling: Record<string, (scene: LiveScene, act: Act) => void> = {
  take: (scene, act) => forEach(scene, thingsOf(scene, act, takeable), (id) => take(scene, requireThing(scene, id))),
  drop: (scene, act) => forEach(scene, thingsOf(scene, act, carried), (id) => drop(scene, id)),
  put: (scene, act) => forEach(scene, thingsOf(scene, act, carried), (id) => put(scene, id, act)),
}

// "all" and an empty list stand for everything that fits.
function thingsOf(scene: LiveScene, act: Act, all: (scene: LiveScene) => string[]): string[] {
  const named = act.things ?? (act.thing === undefined ? [] : [act.thing])
  if (act.things?.length === 0 || named.includes('all')) {
    const found = all(scene).filter((id) => id !== act.where)
    if (found.length === 0) scene.refuse(`${act.act}.nothing`)
    return found
  }
  return named.length > 0 ? named : [requireThing(scene, undefined)]
}

function takeable(scene: LiveScene): string[] {
  return scopeOf(scene)
    .filter(
      ({ id, kind, carried: own, heldBy }) => kind === 'thing' && !own && heldBy === undefined && isPortable(scene, id),
    )
    .map(({ id }) => id)
}

function carried(scene: LiveScene): string[] {
  return scene.thingsAt('player').filter((id) => !scene.is(id, 'worn'))
}

function drop(scene: LiveScene, role: string): void {
  const thing = requireThing(scene, role)
  if (!scene.isCarried(thing)) scene.refuse('drop.missing', { thing })
  scene.make(thing, 'worn', false)
  scene.move(thing, scene.here)
  scene.say('drop.done', { thing })
  scene.recordDeed({ act: 'drop', by: 'player', thing })
}

function put(scene: LiveScene, role: string, act: Act): void {
  const where = requireThing(scene, act.where ?? act.with)
  const thing = requireHeld(scene, role)
  const target = scene.things[where]!
  if (thing === where || scene.isWithin(where, thing)) scene.refuse('put.circle', { thing, where })
  const inside = target.container !== undefined && target.container !== false
  const wantsOn = act.preposition === 'on' && target.supporter === true
  if (target.supporter !== true && !inside) scene.refuse('put.nowhere', { thing, where })
  if (inside && !wantsOn && !scene.isOpen(where)) scene.refuse('put.closed', { where })
  const on = wantsOn || !inside
  const room = typeof target.container === 'object' ? target.container.capacity : Infinity
  if (!on && scene.thingsAt(`in:${where}`).length >= room) scene.refuse('put.full', { where })
  scene.make(thing, 'worn', false)
  scene.move(thing, `${on ? 'on' : 'in'}:${where}`)
  scene.say(on ? 'put.on' : 'put.in', { thing, where })
  scene.recordDeed({ act: 'put', by: 'player', thing })
}
