import { Scene, type World } from '@narratoria/world'
import { expect, it } from 'vitest'
import { shippedWorlds } from './shipped-worlds.ts'
import { walk } from './walk.ts'

it('no text lets a person act in the place of the player who is somewhere else', async () => {
  for (const [name, world] of await shippedWorlds())
    expect([...actsOfTheAbsent(world, { plays: 4, maxTurns: 40 })], name).toEqual([])
})

/** Texts of simulated plays, outside of what people say, in which a person who is not with the player is, has or does something. */
function actsOfTheAbsent(world: World, { plays, maxTurns }: { plays: number; maxTurns: number }): Set<string> {
  const found = new Set<string>()
  // Descriptions say what people do as a rule.
  const descriptions = JSON.stringify([world.things, Object.values(world.places).map(({ scenery }) => scenery)])
  for (let seed = 1; seed <= plays; seed++) {
    let before = new Scene(world, world.state ?? {})
    walk(world, { seed, maxTurns }, (player, turn, act) => {
      const after = new Scene(world, player.state)
      for (const { text } of turn?.performed.flatMap(({ entries }) => entries) ?? [])
        for (const sentence of sentencesIn(text)) {
          const person = Object.keys(world.people).find((id) => isSubject(world.people[id]!.name, sentence))
          if (person === undefined || isNear(person, before, after)) continue
          if (descriptions.includes(sentence) || sentence.endsWith(' is not here.') || player.state.ended !== undefined)
            continue
          found.add(`${person}: ${sentence} (${JSON.stringify(act)})`)
        }
      before = after
    })
  }
  return found
}

function sentencesIn(text: string): string[] {
  return (
    text
      .replaceAll(/“[^”]*”|"[^"]*"/g, '')
      .match(/[^.!?]+[.!?]?/g)
      ?.map((each) => each.trim()) ?? []
  )
}

/** Whether a sentence in the present tense begins with a name: "Nan looks up". */
function isSubject(name: string, sentence: string): boolean {
  return sentence.startsWith(`${name} `) && /^\S+s\b/.test(sentence.slice(name.length + 1))
}

/** Whether a person was at a place of the player before or after the turn. */
function isNear(person: string, ...scenes: readonly Scene[]): boolean {
  return scenes.some((scene) => scenes.some(({ here }) => scene.locationOf(person) === here))
}
