import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { sceneryOf } from '../view/describe.ts'
import type { Performer } from './performer.ts'
import { requireHeld, requireThing } from './roles.ts'
import { isTheft, speakOfTheft } from '../people/deeds.ts'

export const handling: Record<string, Performer> = {
  take,
  drop(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (!scene.isWithin(thing, 'player')) scene.refuse('drop.missing', { thing })
    scene.make(thing, 'worn', false)
    scene.move(thing, scene.here)
    scene.sayOfEach('drop.done', 'drop.many', { thing })
    scene.recordDeed({ act: 'drop', by: 'player', thing })
  },
  put(scene, act) {
    if (act.where === undefined && act.with === undefined) return putBack(scene, act)
    const spot = act.where ?? act.with!
    // Only what was taken can be put back: nothing is taken for that.
    if (act.to === 'back') requireCarried(scene, act)
    if (act.preposition !== 'under' && hasLight(scene) && sceneryOf(scene, spot) !== undefined)
      return putOnScenery(scene, { thing: requireHeld(scene, act.thing), spot, isOn: act.preposition !== 'in' })
    const where = requireThing(scene, spot)
    const thing = requireHeld(scene, act.thing)
    if (thing === where || scene.isWithin(where, thing)) scene.refuse('put.circle', { thing, where })
    const on = placeOn(scene, { thing, where, act })
    scene.make(thing, 'worn', false)
    scene.move(thing, `${on ? 'on' : 'in'}:${where}`)
    scene.say(on ? 'put.on' : 'put.in', { thing, where })
    scene.recordDeed({ act: 'put', by: 'player', thing })
  },
}

function requireCarried(scene: LiveScene, { thing }: Act): void {
  const id = requireThing(scene, thing)
  if (!scene.isCarried(id)) scene.refuse('drop.missing', { thing: id })
}

// What is only described holds nothing in the state: what is put on it lies at the place.
function putOnScenery(scene: LiveScene, { thing, spot, isOn }: { thing: string; spot: string; isOn: boolean }): void {
  scene.make(thing, 'worn', false)
  scene.move(thing, scene.here)
  scene.say(isOn ? 'put.scenery.on' : 'put.scenery.in', { thing, spot })
  scene.recordDeed({ act: 'put', by: 'player', thing })
}

// "Put the torch back": where it was at first, if that is here.
function putBack(scene: LiveScene, act: Act): void {
  const thing = requireThing(scene, act.thing)
  const home = act.to === 'back' ? scene.things[thing]?.at : undefined
  if (home === scene.here) return scene.redirect({ act: 'drop', thing })
  const [, preposition, where = ''] = /^(in|on):(.*)$/.exec(home ?? '') ?? []
  if (!scopeOf(scene).some(({ id }) => id === where)) scene.refuse('put.where', { thing })
  scene.redirect({ act: 'put', thing, where, preposition: preposition as 'in' | 'on' })
}

/** Whether a thing is put on another thing, not into it. Refuses if neither is possible. */
function placeOn(scene: LiveScene, { thing, where, act }: { thing: string; where: string; act: Act }): boolean {
  const { supporter = false, container = false } = scene.things[where]!
  if (!supporter && container === false) scene.refuse('put.nowhere', { thing, where })
  const on = supporter && (act.preposition === 'on' || container === false || !scene.isOpen(where))
  if (on) return true
  if (!scene.isOpen(where)) scene.refuse('put.closed', { where })
  const room = typeof container === 'object' ? container.capacity : Infinity
  const inside = scene.thingsAt(`in:${where}`)
  if (!inside.includes(thing) && inside.length >= room) scene.refuse('put.full', { where })
  return false
}

const everything: Record<string, (scene: LiveScene, act: Act) => string[]> = {
  take: (scene) =>
    scopeOf(scene)
      .filter(
        ({ id, kind, carried, heldBy }) => kind === 'thing' && !carried && heldBy === undefined && scene.isPortable(id),
      )
      .map(({ id }) => id),
  drop: carried,
  put: (scene, act) => carried(scene).filter((id) => id !== act.where),
}

/** Splits an act on several things into several acts. An empty list of things, and "all", mean everything that fits. */
export function splitAct(scene: LiveScene, act: Act): Act[] {
  const { things, ...single } = act
  const all = act.thing === 'all' || things?.length === 0 || things?.includes('all') === true
  if (!all) return things ? things.map((thing) => ({ ...single, thing })) : [act]
  return (everything[act.act] ?? carried)(scene, act).map((thing) => ({ ...single, thing }))
}

function carried(scene: LiveScene): string[] {
  return scene.thingsAt('player').filter((id) => !scene.is(id, 'worn'))
}

function take(scene: LiveScene, act: Act): void {
  const id = requireThing(scene, act.thing)
  const thing = scene.things[id]!
  if (scene.isCarried(id)) {
    // What was just handed over is taken once.
    if (!scene.hasHappened(`given:${id}`)) scene.refuse('take.carried', { thing: id })
    delete scene.state.happened![`given:${id}`]
    return scene.say('take.given', { thing: id })
  }
  const holder = scopeOf(scene).find((entry) => entry.id === id)?.heldBy
  if (holder !== undefined && !scene.is(holder, 'dead')) scene.refuse('take.held', { thing: id, person: holder })
  if (!scene.isPortable(id)) {
    if (thing.fixed !== undefined) scene.refuseWith(scene.text(`fixed:${id}`, thing.fixed))
    const isShut = thing.openable === true && thing.container !== undefined && !scene.isOpen(id)
    scene.refuse(isShut ? 'take.fixed.closed' : 'take.fixed', { thing: id })
  }
  const from = scene.locationOf(id)
  const theft = isTheft(scene, id)
  scene.move(id, 'player')
  const source = from.replace(/^(?:in|on):/, '')
  if (scene.isImplied) scene.say('take.first', { thing: id })
  else if (source in scene.places) scene.sayOfEach('take.done', 'take.many', { thing: id })
  else scene.sayOfEach('take.from', 'take.from.many', { thing: id, from: source })
  scene.recordDeed({
    act: theft ? 'steal' : 'take',
    by: 'player',
    thing: id,
    from,
    ...(theft && { person: thing.owner!, important: true }),
  })
  if (theft) speakOfTheft(scene, id, thing.owner!)
}
