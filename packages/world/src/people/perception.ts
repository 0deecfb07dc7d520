import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { fillSlots, Naming, type Phrases } from '../text/render.ts'

/** How a person feels about the player. */
export interface Perception {
  /** The person's id. */
  id: string
  name: string
  /** From −100 to 100: by the campaign or the standing with the person's faction, moved by deeds. */
  value: number
  /** How much of the value comes from what the player did to this person or in front of them. */
  byDeeds: number
  /** What is added to a roll that depends on the person, such as one to persuade: −1, 0 or 1. */
  modifier: number
  standing: 'hatred' | 'dislike' | 'indifference' | 'sympathy' | 'devotion'
  /** The same as a sentence. */
  text: string
}

/** The lowest value of each standing, the highest first. */
const standings = [
  ['devotion', 60],
  ['sympathy', 15],
  ['indifference', -14],
  ['dislike', -59],
  ['hatred', -100],
] as const

/**
 * Returns how people feel about the player: the one with that id, or without an id all whom the player has met and who are
 * alive, those with the strongest feelings first. Empty if there is no such person.
 */
export function perceptionsOf(
  world: World,
  state: WorldState,
  { person, phrases }: { person?: string; phrases: Phrases },
): Perception[] {
  const scene = new Scene(world, state)
  const naming = new Naming(scene, phrases)
  const isMet = (id: string) => state.happened?.[`met:${id}`] !== undefined && !scene.is(id, 'dead')
  const ids = Object.keys(scene.people).filter((id) => (person === undefined ? isMet(id) : id === person))
  return ids
    .map((id): Perception => {
      const value = scene.feelingOf(id)
      const standing = standings.find(([, least]) => value >= least)?.[0] ?? 'hatred'
      return {
        id,
        name: scene.people[id]!.name,
        value,
        byDeeds: state.feelings?.[id] ?? 0,
        modifier: modifierBy(value),
        standing,
        text: fillSlots(phrases[`perception.${standing}`]?.[0] ?? '', { person: id }, naming),
      }
    })
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
}

/** What a feeling adds to a roll that depends on the person. */
export function modifierBy(feeling: number): number {
  return Math.sign(feeling)
}

/** Turns after which anger fades a little. */
const fadingTurns = 10
/** The share that fades at once, as a divisor. A dislike that is weaker than this stays. */
const fading = 20

/** Lets the anger about deeds fade with time. Trust stays, because a campaign may depend on it much later. */
export function fadeAnger({ turn = 0, feelings = {} }: WorldState): void {
  if (turn % fadingTurns !== 0) return
  for (const [person, feeling] of Object.entries(feelings))
    if (feeling <= -fading) feelings[person] = feeling - Math.trunc(feeling / fading)
}
