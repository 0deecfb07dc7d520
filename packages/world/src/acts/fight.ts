import type { Act, Roll } from '../model/act.ts'
import { judge } from '../people/deeds.ts'
import { endStory } from '../rules/effects.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { requireLiving, requireThing } from './roles.ts'

/** Blows that a person stands, unless the campaign says otherwise. */
const defaultHealth = 3
/** Blows that the player stands, unless the campaign says otherwise. */
const playerHealth = 5

/** Attacks a person. Without a roll the attack fails. */
export function attack(scene: LiveScene, act: Act, roll?: Roll): void {
  const role = act.person ?? act.thing
  if (role !== undefined && role in scene.things) scene.refuse('attack.thing', { thing: requireThing(scene, role) })
  const person = requireLiving(scene, role)
  scene.recordDeed({ act: 'attack', by: 'player', person, important: true })
  judge(scene, 'attack', person)
  const outcome = roll?.outcome ?? 'failure'
  if (outcome !== 'failure') strike(scene, person)
  else scene.say('attack.failure', { person })
  if (outcome === 'partial' && !scene.is(person, 'dead')) scene.say('attack.partial', { person })
  if (outcome !== 'success' && !scene.is(person, 'dead') && (scene.people[person]?.fights ?? 0) >= 0)
    wound(scene, person)
}

function strike(scene: LiveScene, person: string): void {
  const wounds = (scene.state.wounds ??= {})
  wounds[person] = (wounds[person] ?? 0) + 1
  if (wounds[person] < (scene.people[person]?.health ?? defaultHealth)) return scene.say('attack.success', { person })
  scene.make(person, 'dead')
  for (const thing of scene.thingsAt(person)) scene.move(thing, scene.here)
  scene.say('attack.kill', { person })
  scene.recordDeed({ act: 'kill', by: 'player', person, important: true })
  judge(scene, 'kill', person)
}

/** A person strikes the player. The story ends when the player can stand no more. */
export function wound(scene: LiveScene, by: string): void {
  const wounds = (scene.state.wounds ??= {})
  wounds['player'] = (wounds['player'] ?? 0) + 1
  scene.say('wound.by', { person: by }, 'event')
  if (wounds['player'] >= (scene.world.player.health ?? playerHealth))
    endStory(scene, scene.world.endings?.['death'] ? 'death' : 'died')
}
