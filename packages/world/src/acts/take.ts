import { type LiveScene, Refused } from '../scene/live-scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { speakOfTheft } from '../people/deeds.ts'

/** Takes a thing that is in reach. `implied`: because another act needs it. */
export function take(scene: LiveScene, id: string, { implied = false }: { implied?: boolean } = {}): void {
  const thing = scene.things[id]
  if (!thing) scene.refuse('take.not')
  const place = scopeOf(scene).find((entry) => entry.id === id)
  if (scene.isCarried(id)) scene.refuse('take.carried', { thing: id })
  if (place?.heldBy !== undefined && !scene.is(place.heldBy, 'dead'))
    scene.refuse('take.held', { thing: id, person: place.heldBy })
  if (!isPortable(scene, id)) {
    if (thing.fixed !== undefined) scene.refuseWith(scene.text(`fixed:${id}`, thing.fixed))
    scene.refuse('take.fixed', { thing: id })
  }
  const from = scene.locationOf(id)
  scene.move(id, 'player')
  scene.say(implied ? 'take.first' : from.startsWith('in:') || from.startsWith('on:') ? 'take.from' : 'take.done', {
    thing: id,
    from: from.replace(/^(?:in|on):/, ''),
  })
  const owned = thing.owner !== undefined && thing.owner !== 'player' && scene.state.at?.[id] !== undefined
  scene.recordDeed({
    act: owned ? 'steal' : 'take',
    by: 'player',
    thing: id,
    from,
    ...(owned && { person: thing.owner!, important: true }),
  })
  if (owned) speakOfTheft(scene, id, thing.owner!)
}

export function isPortable(scene: LiveScene, id: string): boolean {
  const thing = scene.things[id]
  if (!thing) return false
  return thing.portable ?? (thing.supporter !== true && thing.fixed === undefined && !scene.is(id, 'scenery'))
}

/** Performs an act on several things: each has its own sentence, and it is refused only if all are. */
export function forEach(scene: LiveScene, ids: readonly string[], one: (id: string) => void): void {
  const refusals: string[] = []
  const done = scene.entries.length
  for (const id of ids)
    try {
      one(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.push(error.text)
    }
  if (scene.entries.length === done && refusals.length > 0) scene.refuseWith([...new Set(refusals)].join(' '))
  for (const text of new Set(refusals)) scene.tell(text)
}
