import type { LiveScene } from '../live/live-scene.ts'
import type { Text } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'
import { stems } from '../people/topics.ts'
import { hasLight } from '../scene/scope.ts'
import { withPlayerName } from '../text/render.ts'
import { thingLines } from './list-things.ts'

/** Describes the player's place: what is seen, then things, people and exits. */
export function describePlace(scene: LiveScene, { full }: { full: boolean }): void {
  const id = scene.here
  const place = scene.places[id]
  if (!place) return
  scene.described = id
  ;(scene.state.visited ??= {})[id] ??= scene.now
  if (!hasLight(scene)) return scene.say('dark.place', {}, 'place')
  const parts: string[] = []
  const whole = (scene.state.focus ??= {})
  const isFirst = !scene.hasHappened(`seen:${id}`)
  scene.happen(`seen:${id}`)
  if (isFirst)
    for (const asset of [place.image, place.music])
      if (asset !== undefined) scene.assets.push({ asset, caption: place.name })
  if (isFirst && place.first !== undefined) parts.push(scene.text(`first:${id}`, place.first))
  const isWhole = full || isFirst
  // A place that was described in full in this turn is not described in full again.
  if (isWhole && isDescribed(scene, whole.described)) return
  if (isWhole) whole.described = { seq: scene.seq, turn: scene.now, place: id }
  const description = isWhole ? descriptionOf(scene, id) : undefined
  parts.push(description ?? scene.phrase(isWhole ? 'place.plain' : 'place.again', { place: id }))
  parts.push(
    ...thingLines(scene, id, [place.description ?? '', description ?? ''].flat().join(' ')),
    ...peopleLines(scene, id),
  )
  const exits = isWhole ? exitLine(scene, id) : undefined
  if (exits !== undefined) parts.push(exits)
  scene.emit(parts.join(' '), 'place')
}

function isDescribed(scene: LiveScene, last: NonNullable<LiveScene['state']['focus']>['described']): boolean {
  return last?.seq === scene.seq && last.turn === scene.now && last.place === scene.here
}

/** The description of a place, thing or person as it is now. */
export function descriptionOf(scene: LiveScene, id: string): string | undefined {
  const current = currentDescription(scene, id)
  return current && scene.text(current.key, current.text)
}

/** The description as it is now, with a key for texts that are used in turn. */
export function currentDescription(scene: Scene, id: string): KeyedText | undefined {
  const found = scene.places[id] ?? scene.things[id] ?? scene.people[id]
  const changed = scene.state.descriptions?.[id]
  if (changed !== undefined) return { key: `describe:${id}`, text: changed }
  for (const [index, { when, description }] of (found?.variants ?? []).entries())
    if (description !== undefined && holds(scene, when)) return { key: `variant:${id}:${index}`, text: description }
  return found?.description === undefined ? undefined : { key: `description:${id}`, text: found.description }
}

/** The description of a place, thing or person as it is now; of several that are used in turn, the first. */
export function descriptionIn(scene: Scene, id: string): string | undefined {
  const { text } = currentDescription(scene, id) ?? {}
  const first = typeof text === 'string' ? text : text?.[0]
  return first && withPlayerName(first, scene)
}

interface KeyedText {
  key: string
  text: Text
}

/** What a person is doing, or how they greet, as it is now, with a key for texts that are used in turn. */
export function variantOf(
  scene: Scene,
  person: string,
  part: 'doing' | 'greeting',
): { key: string; text: Text; isVariant: boolean } | undefined {
  const { variants = [], [part]: own } = scene.people[person]!
  for (const [index, variant] of variants.entries())
    if (variant[part] !== undefined && holds(scene, variant.when))
      return { key: `${part}:${person}:${index}`, text: variant[part], isVariant: true }
  return own === undefined ? undefined : { key: `${part}:${person}`, text: own, isVariant: false }
}

export function describeThing(scene: LiveScene, id: string): void {
  const thing = scene.things[id]!
  const parts = [descriptionOf(scene, id) ?? scene.phrase('examine.plain', { thing: id })]
  const isDescribed = thing.variants !== undefined
  if (thing.openable === true && !isDescribed)
    parts.push(scene.phrase(scene.is(id, 'open') ? 'examine.open' : 'examine.closed', { thing: id }))
  const contents = listContents(scene, id)
  if (contents !== undefined)
    parts.push(scene.phrase(thing.supporter === true ? 'examine.on' : 'examine.in', { thing: id, contents }))
  if (thing.light === true && scene.is(id, 'lit') && !isDescribed)
    parts.push(scene.phrase('examine.lit', { thing: id }))
  if (thing.text !== undefined && !isDescribed) parts.push(scene.phrase('examine.text', { thing: id }))
  scene.emit(parts.join(' '))
}

export function describePerson(scene: LiveScene, id: string): void {
  if (scene.is(id, 'dead')) return scene.say('examine.dead', { person: id })
  const parts = [descriptionOf(scene, id) ?? scene.phrase('examine.person', { person: id })]
  const held = scene.thingsAt(id).filter((thing) => !scene.is(thing, 'hidden'))
  if (held.length > 0) parts.push(scene.phrase('examine.holds', { person: id, things: held }))
  if ((scene.state.wounds?.[id] ?? 0) > 0) parts.push(scene.phrase('examine.hurt', { person: id }))
  const feeling = scene.feelingOf(id)
  if (Math.abs(feeling) >= 30)
    parts.push(scene.phrase(feeling > 0 ? 'examine.friendly' : 'examine.hostile', { person: id }))
  scene.emit(parts.join(' '))
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

/** The exit that the description of the player's place names together with a noun: "a hatch goes down to the cellar". */
export function exitAt(scene: Scene, noun: string): string | undefined {
  const words = stems(noun)
  const text = [
    descriptionIn(scene, scene.here) ?? '',
    ...Object.values(scene.places[scene.here]?.scenery ?? {}),
  ].flat()
  const parts = text.flatMap((each) => each.toLowerCase().split(/[.,;:]| and /))
  // "In" and "out" are mostly prepositions.
  const exits = Object.keys(scene.exitsOf(scene.here)).filter((exit) => exit.length > 3 || exit === 'up')
  for (const part of parts) {
    const said = stems(part)
    const named = exits.filter((exit) => said.includes(exit))
    if (named.length === 1 && words.every((word) => said.includes(word))) return named[0]
  }
  return undefined
}

function peopleLines(scene: LiveScene, place: string): string[] {
  const present = Object.keys(scene.people).filter((id) => scene.locationOf(id) === place && !scene.is(id, 'hidden'))
  const idle: string[] = []
  for (const id of present) (scene.state.sighted ??= {})[id] = { place, turn: scene.now }
  const lines = present.flatMap((id) => {
    if (scene.is(id, 'dead')) return [scene.phrase('place.dead', { person: id })]
    const doing = variantOf(scene, id, 'doing')
    if (doing !== undefined)
      return [scene.phrase('place.doing', { person: id, doing: scene.text(doing.key, doing.text).replace(/\.$/, '') })]
    idle.push(id)
    return []
  })
  return idle.length > 0 ? [...lines, scene.phrase('place.people', { people: idle })] : lines
}

/** Whether the description of the player's place names another one, or the player knows that one from the start. */
export function isPlaceNamed(scene: Scene, place: string): boolean {
  const { name = '', aliases = [], known } = scene.places[place] ?? {}
  if (known === true || (known !== undefined && holds(scene, known))) return true
  const words = ` ${(descriptionIn(scene, scene.here) ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}']+/gu, ' ')} `
  return [name.replace(/^(?:the|your) /, ''), ...aliases].some((each) => words.includes(` ${each.toLowerCase()} `))
}

/** The ways that lead from a place, as a sentence. */
export function exitLine(scene: LiveScene, place: string): string | undefined {
  const seen = Object.entries(scene.exitsOf(place)).map(([word, { to, door }]) => {
    const direction = scene.naming.way(word)
    if (door !== undefined && !scene.isOpen(door)) return scene.phrase('exit.door', { direction, door })
    const isKnown = scene.state.visited?.[to] !== undefined || isPlaceNamed(scene, to)
    return scene.phrase(isKnown ? 'exit.known' : 'exit.unknown', { direction, place: to })
  })
  if (seen.length === 0) return undefined
  return scene.phrase(seen.length === 1 ? 'place.exit' : 'place.exits', { exits: scene.naming.alternatives(seen) })
}
