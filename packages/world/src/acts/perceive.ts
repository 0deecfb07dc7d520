import type { Act } from '../model/act.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { hasLight } from '../scene/scope.ts'
import { describePerson, describePlace, describeThing, listContents, sceneryOf } from '../view/describe.ts'
import { requireHeld, requireThing } from './roles.ts'

type Perform = (scene: LiveScene, act: Act) => void

/** Acts that show the world and change nothing. */
export const perceiving: Record<string, Perform> = {
  look: (scene) => describePlace(scene, { full: true }),
  examine(scene, act) {
    const { thing: role = act.person ?? act.to } = act
    if (role === undefined) return describePlace(scene, { full: true })
    if (role === 'player') return scene.tell(playerText(scene))
    if (role === scene.here) return describePlace(scene, { full: true })
    const scenery = hasLight(scene) ? sceneryOf(scene, role) : undefined
    if (scenery !== undefined) return scene.tell(scenery)
    const exit = scene.exitsOf(scene.here)[role]
    if (exit) return scene.say('examine.direction', { direction: role, place: exit.to })
    if (role in scene.people) return describePerson(scene, requirePresent(scene, role))
    const thing = requireThing(scene, role)
    scene.happen(`examined:${thing}`)
    describeThing(scene, thing)
  },
  search(scene, act) {
    if (act.thing === undefined) return describePlace(scene, { full: true })
    const scenery = sceneryOf(scene, act.thing)
    if (scenery !== undefined) return scene.tell(scenery)
    const thing = requireThing(scene, act.thing)
    if (!scene.isOpen(thing)) scene.refuse('search.closed', { thing })
    const contents = listContents(scene, thing)
    scene.say(contents === undefined ? 'search.nothing' : 'search.found', { thing, contents })
  },
  listen: (scene) => sense(scene, 'sound', 'listen.nothing'),
  smell: (scene) => sense(scene, 'smell', 'smell.nothing'),
  read(scene, act) {
    if (!hasLight(scene)) scene.refuse('read.dark')
    const scenery = act.thing === undefined ? undefined : sceneryOf(scene, act.thing)
    if (scenery !== undefined) return scene.tell(scenery)
    const thing = requireThing(scene, act.thing)
    const { text } = scene.things[thing] ?? {}
    if (text === undefined) return scene.refuse('read.not', { thing })
    scene.happen(`read:${thing}`)
    scene.tell(scene.text(`read:${thing}`, text))
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
  push: (scene, act) => handle(scene, act),
  pull: (scene, act) => handle(scene, act),
  climb(scene, act) {
    const up = Object.keys(scene.exitsOf(scene.here)).find(
      (direction) => direction === act.thing || direction === act.to,
    )
    scene.refuse(up === undefined ? 'climb.not' : 'climb.exit', { thing: act.thing ?? act.to ?? '' })
  },
  use(scene, act) {
    const thing = requireHeld(scene, act.thing)
    if (act.with === undefined) scene.refuse('use.alone', { thing })
    scene.refuse('use.nothing', { thing, with: act.with })
  },
}

function requirePresent(scene: LiveScene, person: string): string {
  if (scene.locationOf(person) !== scene.here) scene.refuse('person.absent', { person })
  return person
}

function playerText(scene: LiveScene): string {
  const { description } = scene.world.player
  const wounds = scene.state.wounds?.['player'] ?? 0
  const own = description === undefined ? scene.phrase('examine.self') : scene.text('player', description)
  return wounds > 0 ? `${own} ${scene.phrase('examine.wounded')}` : own
}

function sense(scene: LiveScene, key: 'sound' | 'smell', otherwise: string): void {
  const text = scene.places[scene.here]?.[key]
  if (text === undefined) scene.say(otherwise)
  else scene.tell(scene.text(`${key}:${scene.here}`, text))
}

function handle(scene: LiveScene, act: Act): void {
  const thing = requireThing(scene, act.thing)
  const fixed = scene.things[thing]?.portable === false || scene.things[thing]?.fixed !== undefined
  scene.refuse(fixed ? `${act.act}.fixed` : `${act.act}.loose`, { thing })
}
