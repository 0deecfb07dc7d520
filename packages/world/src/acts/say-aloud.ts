import type { LiveScene } from '../live/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { isAsleep } from '../people/asleep.ts'

/** Words in an empty room: those who are next door hear them, through a door or as far as the player knows that they are there. */
export function sayAloud(scene: LiveScene, text = ''): void {
  const behind = doorWithHearers(scene)
  if (behind !== undefined)
    return scene.isOpen(behind.door)
      ? scene.say('say.open', { place: behind.place })
      : scene.say('say.door', { thing: behind.door })
  for (const { direction, to, hearers } of waysWithHearers(scene)) {
    const person = hearers.find((id) => scene.state.sighted?.[id]?.place === to)
    if (person !== undefined) return scene.say('say.near', { person, place: to, way: scene.naming.way(direction) })
  }
  scene.say('say.unheard', { text })
}

/** A door here with people behind it, and where they are. */
export function doorWithHearers(scene: Scene): { door: string; place: string } | undefined {
  const found = waysWithHearers(scene).find(({ door }) => door !== undefined)
  return found?.door === undefined ? undefined : { door: found.door, place: found.to }
}

function waysWithHearers(
  scene: Scene,
): { direction: string; to: string; door: string | undefined; hearers: string[] }[] {
  return Object.entries(scene.exitsOf(scene.here)).flatMap(([direction, { to, door }]) => {
    const hearers = scene.peopleAt(to).filter((id) => !isAsleep(scene, id) && !scene.is(id, 'hidden'))
    return hearers.length === 0 ? [] : [{ direction, to, door, hearers }]
  })
}
