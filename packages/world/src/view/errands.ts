import { openTopics } from '../people/topics.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'
import type { Grounds } from './grounds.ts'

/** What is left to do elsewhere: how much it promises, and the place. */
export interface Errand {
  place: string
  worth: number
  /** Ways from here: 1 for a neighbour. */
  distance: number
}

/** How much each kind of thing that is left to do at a visited place is worth. */
const worths = { want: 5, key: 4, topic: 3, way: 2.5, text: 2, look: 1 }

const costOfDistance = 0.7

/** By each way out of the player's place, the most promising errand beyond it, as far as the player has been. */
export function errandsFrom(scene: Scene, grounds: Grounds): Map<string, Errand> {
  const found = new Map<string, Errand>()
  const worthAt = new Map<string, number>()
  for (const [way, first] of openWays(scene, scene.here)) {
    const distances = new Map([
      [scene.here, 0],
      [first, 1],
    ])
    for (const [place, distance] of distances) {
      if (place === scene.here || !isVisited(scene, place)) continue
      if (!worthAt.has(place)) worthAt.set(place, worthOf(scene, grounds, place))
      const worth = worthAt.get(place)! - costOfDistance * (distance - 1)
      if (worthAt.get(place)! > 0 && worth > (found.get(way)?.worth ?? 0)) found.set(way, { place, worth, distance })
      for (const [, next] of openWays(scene, place)) if (!distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return found
}

function worthOf(scene: Scene, grounds: Grounds, place: string): number {
  const worth = [0]
  for (const person of scene.peopleAt(place)) {
    if (scene.state.happened?.[`met:${person}`] === undefined || scene.is(person, 'hidden')) continue
    const wants = scene.people[person]!.wants ?? []
    if (wants.some(({ thing, when }) => scene.isCarried(thing) && holds(scene, when))) worth.push(worths.want)
    const isNew = ({ id }: { id: string }) =>
      scene.state.talked?.[person]?.[id] === undefined && grounds.of({ act: 'ask', person, topic: id }).length > 0
    if (openTopics(scene, person).some(isNew)) worth.push(worths.topic)
  }
  for (const id of scene.thingsAt(place)) {
    const { key, text, description } = scene.things[id]!
    if (scene.is(id, 'hidden') || scene.is(id, 'scenery')) continue
    if (key !== undefined && scene.is(id, 'locked') && scene.isCarried(key)) worth.push(worths.key)
    if (text !== undefined && scene.state.happened?.[`read:${id}`] === undefined) worth.push(worths.text)
    if (description !== undefined && scene.state.happened?.[`examined:${id}`] === undefined) worth.push(worths.look)
  }
  if (openWays(scene, place).some(([, to]) => !isVisited(scene, to))) worth.push(worths.way)
  return Math.max(...worth)
}

function isVisited(scene: Scene, place: string): boolean {
  return scene.state.visited?.[place] !== undefined
}

function openWays(scene: Scene, place: string): [way: string, to: string][] {
  return Object.entries(scene.exitsOf(place))
    .filter(([, { door, when }]) => (door === undefined || scene.isOpen(door)) && holds(scene, when))
    .map(([way, { to }]) => [way, to])
}
