import type { Scene } from './scene.ts'

/** A thing or person that the player can see. */
export interface InScope {
  id: string
  kind: 'thing' | 'person'
  /** Whether the player carries it, in another thing or not. */
  carried: boolean
  /** Who carries it, if it is not the player. */
  heldBy?: string
}

/** Whether the player can see at their place. */
export function hasLight(scene: Scene): boolean {
  const place = scene.here
  if (scene.places[place]?.dark !== true) return true
  const { focus, report } = scene.state
  if (focus?.flare !== undefined && focus.flare === report?.seq) return true
  return Object.entries(scene.things).some(
    ([id, thing]) =>
      thing.light === true && scene.is(id, 'lit') && scene.placeOf(id) === place && !isEnclosed(scene, id),
  )
}

/** Everything that the player can see: at their place, in open containers, and what they carry. In the dark, only that, and doors. */
export function scopeOf(scene: Scene): InScope[] {
  const found = new Map<string, InScope>()
  const add = (id: string, entry: Omit<InScope, 'id'>) => {
    if (!scene.is(id, 'hidden') && !found.has(id)) found.set(id, { id, ...entry })
  }
  const thingsAt = thingsByLocation(scene)
  const addThings = (location: string, entry: Omit<InScope, 'id' | 'kind'>): void => {
    for (const id of thingsAt.get(location) ?? []) {
      if (scene.is(id, 'hidden') || found.has(id)) continue
      add(id, { kind: 'thing', ...entry })
      addThings(`on:${id}`, entry)
      if (scene.isOpen(id)) addThings(`in:${id}`, entry)
    }
  }
  addThings('player', { carried: true })
  const place = scene.here
  const isLit = hasLight(scene)
  if (isLit) addThings(place, { carried: false })
  // A door can be felt in the dark.
  for (const { door } of Object.values(scene.exitsOf(place)))
    if (door !== undefined) add(door, { kind: 'thing', carried: false })
  if (!isLit) return [...found.values()]
  for (const [id] of Object.entries(scene.people)) {
    if (scene.locationOf(id) !== place) continue
    add(id, { kind: 'person', carried: false })
    addThings(id, { carried: false, heldBy: id })
  }
  return [...found.values()]
}

function thingsByLocation(scene: Scene): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const id of Object.keys(scene.things)) {
    const location = scene.locationOf(id)
    const others = found.get(location)
    if (others) others.push(id)
    else found.set(location, [id])
  }
  return found
}

/** Whether a closed container is around a thing. */
export function isEnclosed(scene: Scene, id: string): boolean {
  let at = scene.locationOf(id)
  for (let depth = 0; depth < 40; depth += 1) {
    if (at.startsWith('in:')) {
      if (!scene.isOpen(at.slice(3))) return true
      at = scene.locationOf(at.slice(3))
    } else if (at.startsWith('on:')) at = scene.locationOf(at.slice(3))
    else return false
  }
  return true
}
