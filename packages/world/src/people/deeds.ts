import type { LiveScene } from '../live/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import type { Deed } from '../model/state.ts'

/** What a theft, an attack and a gift do to how people feel, and to the standing with their faction. */
const weights = {
  steal: { victim: -30, witness: -10, faction: -10 },
  attack: { victim: -40, witness: -15, faction: -15 },
  kill: { victim: 0, witness: -40, faction: -30 },
  force: { victim: -20, witness: -5, faction: -5 },
  give: { victim: 10, witness: 0, faction: 2 },
}

/** Lets a deed change how the person feels that it was done to, the witnesses of the same faction, and the faction. */
export function judge(scene: LiveScene, kind: keyof typeof weights, victim: string): void {
  const { victim: own, witness, faction: common } = weights[kind]
  const { faction } = scene.people[victim] ?? {}
  const present = scene.peopleAt(scene.here)
  if (present.includes(victim)) scene.feel(victim, own)
  const witnesses = present.filter((person) => person !== victim)
  for (const person of witnesses)
    if (faction === undefined || scene.people[person]?.faction === faction) scene.feel(person, witness)
  if (faction !== undefined && (present.includes(victim) || witnesses.length > 0)) scene.changeStanding(faction, common)
}

/** Whether taking a thing is theft: a living person owns it, and the player has not put it where it is. */
export function isTheft(scene: Scene, thing: string): boolean {
  const { owner } = scene.things[thing] ?? {}
  if (owner === undefined || owner === 'player' || !(owner in scene.people) || scene.is(owner, 'dead')) return false
  const last = Object.values(scene.state.deeds ?? {}).findLast((deed) => deed.thing === thing && deed.by === 'player')
  return last === undefined || !['drop', 'put', 'take', 'steal'].includes(last.act)
}

/** The owner, or a witness, says something about a theft in front of them. */
export function speakOfTheft(scene: LiveScene, thing: string, owner: string): void {
  judge(scene, 'steal', owner)
  const present = scene.peopleAt(scene.here)
  if (present.includes(owner)) scene.say('theft.owner', { thing, person: owner }, 'speech')
  else if (present[0] !== undefined) scene.say('theft.witness', { thing, person: present[0], owner }, 'speech')
}

/** The important deed of the player that a person knows and minds most: what was done to them, then the last one. */
export function deedOnMind(scene: Scene, person: string): (Deed & { id: string }) | undefined {
  const known = scene.state.knows?.[person] ?? {}
  return Object.entries(scene.state.deeds ?? {})
    .map(([id, deed]) => ({ id, ...deed }))
    .filter(({ id, by, important }) => important === true && by === 'player' && known[id] !== undefined)
    .toSorted((a, b) => Number(b.person === person) - Number(a.person === person) || b.turn - a.turn)[0]
}
