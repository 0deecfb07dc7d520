import { holds } from '../rules/condition.ts'
import type { LiveScene } from '../scene/live-scene.ts'

/** Moves people who follow the player or walk a route, and says who comes and goes. */
export function walk(scene: LiveScene): void {
  for (const [id, person] of Object.entries(scene.people)) {
    if (scene.is(id, 'dead') || scene.locationOf(id) === 'nowhere') continue
    const to = targetOf(scene, id, person)
    if (to === undefined || to === scene.locationOf(id)) continue
    const from = scene.locationOf(id)
    scene.move(id, to)
    if (from === scene.here) scene.say('walk.leaves', { person: id }, 'event')
    else if (to === scene.here) scene.say('walk.comes', { person: id }, 'event')
  }
}

function targetOf(scene: LiveScene, id: string, { follows, route }: LiveScene['people'][string]): string | undefined {
  if (follows !== undefined && holds(scene, follows)) return scene.here
  if (route === undefined || route.places.length === 0 || !holds(scene, route.when)) return undefined
  // Nobody walks away from a conversation.
  if (scene.locationOf(id) === scene.here && isInConversation(scene, id)) return undefined
  return route.places[Math.floor(scene.now / Math.max(route.every, 1)) % route.places.length]
}

function isInConversation(scene: LiveScene, id: string): boolean {
  return scene.entries.some(({ speaker }) => speaker === id)
}

/** Gossips tell what they know of the player's important deeds to those whom they meet. */
export function shareNews(scene: LiveScene): void {
  for (const [id, { manner }] of Object.entries(scene.people)) {
    if (manner?.includes('gossip') !== true || scene.is(id, 'dead')) continue
    const news = Object.keys(scene.state.knows?.[id] ?? {}).filter(
      (fact) => scene.state.deeds?.[fact]?.important === true,
    )
    for (const other of scene.peopleAt(scene.locationOf(id)))
      for (const deed of news)
        if (other !== id && scene.state.knows?.[other]?.[deed] === undefined) hear(scene, other, { deed, from: id })
  }
}

function hear(scene: LiveScene, person: string, { deed, from }: { deed: string; from: string }): void {
  scene.learn(person, deed, from)
  const { act, person: victim } = scene.state.deeds![deed]!
  if (act === 'give') return
  const close =
    victim === person ||
    (victim !== undefined &&
      scene.people[victim]?.faction !== undefined &&
      scene.people[victim]?.faction === scene.people[person]?.faction)
  scene.feel(person, close ? -15 : -5)
}
