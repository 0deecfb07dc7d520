import type { LiveScene } from '../live/live-scene.ts'

/** Gossips pass on what they know of the player's important deeds to those whom they meet. */
export function shareNews(scene: LiveScene): void {
  for (const [id, { manner }] of Object.entries(scene.people)) {
    const place = scene.locationOf(id)
    if (manner?.includes('gossip') !== true || scene.is(id, 'dead') || !(place in scene.places)) continue
    const news = Object.keys(scene.state.knows?.[id] ?? {}).filter(
      (fact) => scene.state.deeds?.[fact]?.important === true,
    )
    for (const other of scene.peopleAt(place))
      for (const deed of news)
        if (other !== id && scene.state.knows?.[other]?.[deed] === undefined) hear(scene, other, { deed, from: id })
  }
}

function hear(scene: LiveScene, person: string, { deed, from }: { deed: string; from: string }): void {
  scene.learn(person, deed, from)
  const { act, person: victim } = scene.state.deeds![deed]!
  if (act === 'give') return
  const faction = victim === undefined ? undefined : scene.people[victim]?.faction
  const isClose = victim === person || (faction !== undefined && faction === scene.people[person]?.faction)
  scene.feel(person, isClose ? -15 : -5)
}
