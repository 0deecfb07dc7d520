import type { LiveScene } from '../live/live-scene.ts'
import { hasLight } from '../scene/scope.ts'
import { describePerson, describePlace, describeThing, listContents, sceneryOf } from '../view/describe.ts'
import { openGoals } from '../view/answer-known.ts'
import type { Performer } from './performer.ts'
import { requirePerson, requireThing } from './roles.ts'
import { search } from './search.ts'

/** Acts that show the world and change nothing. */
export const perceiving: Record<string, Performer> = {
  look(scene, act) {
    if (act.to !== undefined && act.to !== scene.here) return scene.redirect({ act: 'examine', thing: act.to })
    describePlace(scene, { full: true })
    // In the first turn of a session, what the story is about belongs to what is seen.
    const [goal] = openGoals(scene)
    if (goal === undefined || scene.now > 0 || scene.seq === 0 || scene.hasHappened('goal')) return
    scene.happen('goal')
    scene.say('goal.first', { goals: `${goal.charAt(0).toLowerCase()}${goal.slice(1).replace(/\.$/, '')}` }, 'answer')
  },
  examine(scene, act) {
    const { thing: role = act.person ?? act.to } = act
    if (role === undefined || role === scene.here) return describePlace(scene, { full: true })
    if (role === 'player') return scene.emit(playerText(scene))
    const scenery = hasLight(scene) ? sceneryOf(scene, role) : undefined
    if (scenery !== undefined) {
      scene.happen(`examined:${scene.here}/${role}`)
      return scene.emit(scenery)
    }
    const exit = scene.exitsOf(scene.here)[role]
    if (exit && !(role in scene.things)) return examineExit(scene, role, exit)
    showOnce(scene, role)
    scene.happen(`examined:${role}`)
    if (role in scene.people) return describePerson(scene, requirePerson(scene, role))
    const thing = requireThing(scene, role)
    describeThing(scene, thing)
  },
  search,
  listen: (scene) => sense(scene, 'sound', 'listen.nothing'),
  smell: (scene) => sense(scene, 'smell', 'smell.nothing'),
  read(scene, act) {
    if (!hasLight(scene)) scene.refuse('read.dark')
    const scenery = act.thing === undefined ? undefined : sceneryOf(scene, act.thing)
    if (scenery !== undefined) return scene.emit(scenery)
    const thing = requireThing(scene, act.thing)
    const { text } = scene.things[thing] ?? {}
    if (text === undefined) return scene.refuse('read.not', { thing })
    scene.happen(`read:${thing}`)
    scene.emit(scene.text(`read:${thing}`, text))
  },
  inventory(scene) {
    const all = scene.thingsAt('player')
    const worn = all.filter((id) => scene.is(id, 'worn'))
    const held = all.filter((id) => !scene.is(id, 'worn'))
    if (held.length > 0) scene.say('inventory.held', { things: held })
    else if (worn.length === 0) scene.say('inventory.nothing')
    if (worn.length > 0) scene.say('inventory.worn', { things: worn })
    for (const id of all) {
      const contents = listContents(scene, id)
      if (contents !== undefined && scene.isOpen(id)) scene.say('inventory.inside', { thing: id, contents })
    }
  },
  wait: (scene) => scene.say('wait.done'),
}

/** Shows the picture of a thing or person when it is examined for the first time. */
function showOnce(scene: LiveScene, id: string): void {
  const { image, name } = scene.things[id] ?? scene.people[id] ?? {}
  if (image !== undefined && !scene.hasHappened(`examined:${id}`)) scene.assets.push({ asset: image, caption: name })
}

function examineExit(scene: LiveScene, direction: string, { to, door }: { to: string; door?: string }): void {
  const isClosed = door !== undefined && !scene.isOpen(door)
  if (isClosed) return scene.say('examine.door', { door })
  if (scene.state.visited?.[to] === undefined) return scene.say('examine.unvisited')
  scene.say('examine.direction', { direction: scene.naming.way(direction), place: to })
}

function playerText(scene: LiveScene): string {
  const description = scene.state.descriptions?.['player'] ?? scene.world.player.description
  const wounds = scene.state.wounds?.['player'] ?? 0
  const own = description === undefined ? scene.phrase('examine.self') : scene.text('player', description)
  return wounds > 0 ? `${own} ${scene.phrase('examine.wounded')}` : own
}

function sense(scene: LiveScene, key: 'sound' | 'smell', otherwise: string): void {
  const text = scene.places[scene.here]?.[key]
  if (text === undefined) return scene.say(otherwise)
  scene.happen(`${key}:${scene.here}`)
  scene.emit(scene.text(`${key}:${scene.here}`, text))
}
