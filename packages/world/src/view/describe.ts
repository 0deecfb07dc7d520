import type { Text } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { hasLight } from '../scene/scope.ts'
import { isPortable } from '../acts/take.ts'

/** Describes the player's place: what is seen, then things, people and exits. */
export function describePlace(scene: LiveScene, { full }: { full: boolean }): void {
  const id = scene.here
  const place = scene.places[id]
  if (!place) return
  if (!hasLight(scene)) return scene.say('dark.place', {}, 'place')
  const parts: string[] = []
  const first = scene.state.visited?.[id] === undefined
  if (first && place.first !== undefined) parts.push(scene.text(`first:${id}`, place.first))
  if (full || first) parts.push(descriptionOf(scene, id) ?? scene.phrase('place.plain', { place: id }))
  else parts.push(scene.phrase('place.again', { place: id }))
  parts.push(...thingLines(scene, id), ...peopleLines(scene, id))
  const exits = exitLine(scene, id)
  if ((full || first) && exits !== undefined) parts.push(exits)
  scene.tell(parts.join(' '), 'place')
  ;(scene.state.visited ??= {})[id] ??= scene.now
}

/** The description of a place, thing or person as it is now. */
export function descriptionOf(scene: LiveScene, id: string): string | undefined {
  const found = scene.places[id] ?? scene.things[id] ?? scene.people[id]
  const changed = scene.state.descriptions?.[id]
  if (changed !== undefined) return scene.text(`describe:${id}`, changed)
  const variant = found?.variants?.findIndex(({ when }) => holds(scene, when)) ?? -1
  if (variant >= 0) return scene.text(`variant:${id}:${variant}`, found!.variants![variant]!.description)
  return found?.description === undefined ? undefined : scene.text(`description:${id}`, found.description)
}

export function describeThing(scene: LiveScene, id: string): void {
  const thing = scene.things[id]!
  const parts = [descriptionOf(scene, id) ?? scene.phrase('examine.plain', { thing: id })]
  if (thing.openable === true && thing.variants === undefined)
    parts.push(scene.phrase(scene.is(id, 'open') ? 'examine.open' : 'examine.closed', { thing: id }))
  const contents = listContents(scene, id)
  if (contents !== undefined)
    parts.push(scene.phrase(thing.supporter === true ? 'examine.on' : 'examine.in', { thing: id, contents }))
  if (thing.light === true && scene.is(id, 'lit') && thing.variants === undefined)
    parts.push(scene.phrase('examine.lit', { thing: id }))
  scene.tell(parts.join(' '))
}

export function describePerson(scene: LiveScene, id: string): void {
  if (scene.is(id, 'dead')) return scene.say('examine.dead', { person: id })
  const parts = [descriptionOf(scene, id) ?? scene.phrase('examine.person', { person: id })]
  const held = scene.thingsAt(id).filter((thing) => !scene.is(thing, 'hidden'))
  if (held.length > 0) parts.push(scene.phrase('examine.holds', { person: id, things: held }))
  const feeling = scene.feelingOf(id)
  if (Math.abs(feeling) >= 30)
    parts.push(scene.phrase(feeling > 0 ? 'examine.friendly' : 'examine.hostile', { person: id }))
  scene.tell(parts.join(' '))
}

/** The things in and on a thing that can be seen, as "a, b and c"; `undefined` if there are none. */
export function listContents(scene: LiveScene, id: string): string | undefined {
  const inside = scene.isOpen(id) ? scene.thingsAt(`in:${id}`) : []
  const seen = [...scene.thingsAt(`on:${id}`), ...inside].filter(
    (each) => !scene.is(each, 'hidden') && !scene.is(each, 'scenery'),
  )
  return seen.length === 0 ? undefined : scene.naming.list(seen.map((each) => scene.naming.a(each)))
}

/** The text of something at the player's place that is only described. */
export function sceneryOf(
  scene: Scene & { text?: (key: string, text: Text) => string },
  noun: string,
): string | undefined {
  const scenery = scene.places[scene.here]?.scenery ?? {}
  const wanted = noun.toLowerCase()
  const key = Object.keys(scenery).find((each) => each.toLowerCase() === wanted)
  if (key === undefined) return undefined
  const text = scenery[key]!
  return scene.text ? scene.text(`scenery:${scene.here}:${key}`, text) : typeof text === 'string' ? text : text[0]
}

function thingLines(scene: LiveScene, place: string): string[] {
  const lines: string[] = []
  const plain: string[] = []
  const visit = (location: string): void => {
    for (const id of scene.thingsAt(location)) {
      if (scene.is(id, 'hidden') || scene.is(id, 'scenery')) continue
      const { appearance, supporter } = scene.things[id]!
      const moved = scene.state.at?.[id] !== undefined
      if (appearance !== undefined && !moved) lines.push(scene.text(`appearance:${id}`, appearance))
      else if (location === place && (isPortable(scene, id) || moved)) plain.push(id)
      if (supporter === true) visitOn(id)
    }
  }
  const visitOn = (id: string): void => {
    const all = scene.thingsAt(`on:${id}`).filter((each) => !scene.is(each, 'hidden') && !scene.is(each, 'scenery'))
    const untouched = (each: string) =>
      scene.things[each]!.appearance !== undefined && scene.state.at?.[each] === undefined
    lines.push(
      ...all.filter(untouched).map((each) => scene.text(`appearance:${each}`, scene.things[each]!.appearance!)),
    )
    const others = all.filter((each) => !untouched(each))
    if (others.length > 0) lines.push(scene.phrase('place.on', { things: others, thing: id }))
  }
  visit(place)
  if (plain.length > 0) lines.push(scene.phrase('place.things', { things: plain }))
  return lines
}

function peopleLines(scene: LiveScene, place: string): string[] {
  const present = Object.keys(scene.people).filter((id) => scene.locationOf(id) === place && !scene.is(id, 'hidden'))
  const idle: string[] = []
  const lines = present.flatMap((id) => {
    if (scene.is(id, 'dead')) return [scene.phrase('place.dead', { person: id })]
    const { doing } = scene.people[id]!
    if (doing !== undefined)
      return [scene.phrase('place.doing', { person: id, doing: scene.text(`doing:${id}`, doing) })]
    idle.push(id)
    return []
  })
  return idle.length > 0 ? [...lines, scene.phrase('place.people', { people: idle })] : lines
}

function exitLine(scene: LiveScene, place: string): string | undefined {
  const exits = Object.entries(scene.exitsOf(place)).filter(
    ([, { door }]) => door === undefined || !scene.is(door, 'hidden'),
  )
  if (exits.length === 0) return undefined
  const seen = exits.map(([direction, { to }]) =>
    scene.state.visited?.[to] === undefined
      ? scene.phrase('exit.unknown', { direction })
      : scene.phrase('exit.known', { direction, place: to }),
  )
  return scene.phrase(seen.length === 1 ? 'place.exit' : 'place.exits', { exits: scene.naming.list(seen) })
}
