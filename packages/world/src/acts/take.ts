import type { Act } from '../model/act.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { isTheft, speakOfTheft } from '../people/deeds.ts'
import { scopeOf } from '../scene/scope.ts'
import { requireThing } from './roles.ts'

export function take(scene: LiveScene, act: Act): void {
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
