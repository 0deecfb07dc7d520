import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import { judge } from '../people/deeds.ts'
import { apply, endStory } from '../rules/effects.ts'
import { forceOpen } from './change-things.ts'
import { isForcing } from '../scene/locks.ts'
import { sceneryOf } from '../view/describe.ts'
import { requireHeld, requireLiving, requireThing } from './roles.ts'

/** Blows that a person stands, unless the campaign says otherwise. */
const defaultHealth = 3
/** Blows that the player stands, unless the campaign says otherwise. */
const playerHealth = 5

export function attack(scene: LiveScene, act: Act, roll: () => Roll): void {
  const role = act.person ?? act.thing
  if (role === 'player') scene.refuse('attack.self')
  if (role !== undefined && !(role in scene.people)) {
    if (sceneryOf(scene, role) !== undefined) scene.refuse('attack.thing', { thing: `the ${role}` })
    const thing = requireThing(scene, role)
    if (isForcing(scene, { ...act, thing })) return forceOpen(scene, thing, roll())
    scene.refuse('attack.thing', { thing })
  }
  const person = requireLiving(scene, role)
  if (scene.is(person, 'beaten')) scene.refuse('attack.beaten', { person })
  if (act.with !== undefined) requireHeld(scene, act.with)
  scene.recordDeed({ act: 'attack', by: 'player', person, important: true })
  judge(scene, 'attack', person)
  const { outcome } = roll()
  if (outcome === 'failure') scene.say('attack.failure', { person })
  else strike(scene, person)
  if (outcome === 'success' || scene.is(person, 'dead') || scene.is(person, 'beaten')) return
  scene.happen(`struck:${person}`)
  wound(scene, person, outcome === 'partial' ? 'attack.partial' : 'wound.by')
}

function strike(scene: LiveScene, person: string): void {
  const wounds = (scene.state.wounds ??= {})
  wounds[person] = (wounds[person] ?? 0) + 1
  const { health = defaultHealth, yields } = scene.people[person]!
  if (wounds[person] < health) return scene.say('attack.success', { person })
  if (yields) {
    scene.make(person, 'beaten')
    scene.say('attack.yields', { person })
    return apply(scene, yields, `yields:${person}`)
  }
  scene.make(person, 'dead')
  const held = scene.thingsAt(person)
  for (const thing of held) scene.move(thing, scene.here)
  scene.say('attack.kill', { person })
  const seen = held.filter((id) => !scene.is(id, 'hidden'))
  if (seen.length > 0) scene.say('attack.drops', { person, things: seen }, 'event')
  scene.recordDeed({ act: 'kill', by: 'player', person, important: true })
  judge(scene, 'kill', person)
}

/** Lets a hostile person attack the player: two dice with their bonus, a hit from 7. */
export function attackPlayer(scene: LiveScene, by: string): void {
  const die = () => 1 + Math.floor(scene.random() * 6)
  const total = die() + die() + (scene.people[by]?.fights ?? 0)
  if (total >= 7) wound(scene, by, 'wound.by')
  else scene.say('wound.miss', { person: by }, 'event')
}

// The story ends when the player can stand no more.
function wound(scene: LiveScene, by: string, key: string): void {
  const wounds = (scene.state.wounds ??= {})
  wounds['player'] = (wounds['player'] ?? 0) + 1
  scene.say(key, { person: by }, 'event')
  const health = scene.world.player.health ?? playerHealth
  if (wounds['player'] === health - 1) scene.say('wound.low', {}, 'event')
  if (wounds['player'] >= health) endStory(scene, 'death')
}
