import { phrases } from '@narratoria/content'
import { offerActs, Scene, validateWorldState, type World } from '@narratoria/world'
import { expect } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { seededRandom } from '../../src/play/seeded-random.ts'

/** Plays ten of the offered choices. Each is performed, its words mean it, and the place is described as it is. */
export function playAtRandom(world: World, seed: number): void {
  const random = seededRandom(seed)
  const player = new WorldPlayer(world, { seed })
  for (let turn = 1; turn <= 10; turn++) {
    const offered = offerActs(world, player.state, { phrases })
    if (offered.length === 0) return
    const { act, text } = offered[Math.floor(random() * offered.length)]!
    const typed = new WorldPlayer(world, { seed, state: player.state }).play(text)
    const chosen = new WorldPlayer(world, { seed, state: player.state }).perform([act])
    expect(typed.text, text).toBe(chosen.text)
    const played = player.perform([act])
    expect(played.performed[0]!.status, text).toBe('done')
    expect(played.text, text).toSatisfy(isWellFormed)
    expect(validateWorldState(player.state)).toEqual([])
    if (player.state.ended !== undefined) return
    expectDescribed(world, player)
  }
}

/** Looking around names who and what is at the place, and not what is elsewhere. */
function expectDescribed(world: World, player: WorldPlayer): void {
  const scene = new Scene(world, player.state)
  const { text } = new WorldPlayer(world, { state: player.state }).perform([{ act: 'look' }])
  for (const [id, { name, doing }] of Object.entries(world.people)) {
    // What a person is doing completes a sentence that begins with the name.
    const isHere = scene.locationOf(id) === scene.here
    if (isHere) expect(text.toLowerCase(), `${name} is not in: ${text}`).toContain(name.toLowerCase())
    else expect(text.toLowerCase()).not.toContain(`${name} ${String(doing)}`.toLowerCase())
  }
  const listed = Array.from(text.matchAll(/You can see ([^.]+) here\./g), ([, list = '']) => list).join(', ')
  for (const [id, { name }] of Object.entries(world.things))
    if (listed.includes(name)) expect([name, scene.locationOf(id)]).toEqual([name, scene.here])
}

/** Whether a text consists of whole sentences, without an open place or an article twice. */
export function isWellFormed(text: string): boolean {
  return text
    .split('\n\n')
    .every(
      (part) =>
        !/[{}]|undefined| {2}| [.,?]|\b(?:the the|a the|an? your)\b/.test(part) &&
        /^["“(\p{Lu}]/u.test(part) &&
        /[.!?”")]$/.test(part),
    )
}
