import { type Act, unclear } from '../model/act.ts'
import type { NounContext } from './noun-context.ts'

/** Acts that put words to a person. */
const talking = new Set(['say', 'ask', 'tell', 'talk'])

/** Who is talked to behind an act, as long as the player stays: "Thank you, Dorcas. What is in the log?" */
export function partnerBehind(
  { act, person }: Act,
  { scene }: NounContext,
  partner: string | undefined,
): string | undefined {
  if (act === 'go') return undefined
  const isHeard = talking.has(act) && person !== undefined && scene.hearersAt(scene.here).includes(person)
  return isHeard ? person : partner
}

/** Whether an act names nothing that can be meant, so that it is only said: "Could I buy him a brandy? Put it on my bill." */
export function isForPartner({ act, person, thing }: Act): boolean {
  return person === unclear.person || (thing === unclear.thing && !talking.has(act))
}
