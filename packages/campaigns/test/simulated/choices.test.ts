import { phrases } from '@narratoria/content'
import { type OfferedAct, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { shippedWorlds } from './shipped-worlds.ts'
import { walk } from './walk.ts'

interface Sample {
  offered: OfferedAct
  /** How many were offered in the same turn. */
  count: number
  world: World
  player: WorldPlayer
  /** Everything that the player has read before. */
  read: string
}

const samples = await sampleChoices(60)

describe('60 choices from all shipped worlds', () => {
  it('can be played as offered', () => {
    const refused = samples.filter(({ offered, player, world }) => {
      const { performed } = new WorldPlayer(world, { seed: 3, state: player.state }).perform([offered.act])
      return performed[0]?.status !== 'done'
    })
    expect(refused.map(({ offered }) => offered.text)).toEqual([])
  })

  it('mean the same act when their words are typed', () => {
    for (const { offered, player, world } of samples) {
      const typed = new WorldPlayer(world, { seed: 3, state: player.state }).play(offered.text)
      const chosen = new WorldPlayer(world, { seed: 3, state: player.state }).perform([offered.act])
      expect(typed.text, offered.text).toBe(chosen.text)
    }
  })

  it('are three or four in every turn', () => {
    expect(samples.filter(({ count }) => count < 3 || count > 4)).toEqual([])
  })

  it('name something that the player has read of, in at least 80 %', () => {
    const unknown = samples.filter((sample) => !refersToKnown(sample))
    expect(unknown.length / samples.length, unknown.map(({ offered }) => offered.text).join('; ')).toBeLessThanOrEqual(
      0.2,
    )
  })
})

// Choices of every turn of simulated plays, taken at equal distances.
async function sampleChoices(count: number): Promise<Sample[]> {
  const worlds = await shippedWorlds()
  const each = count / worlds.length
  return worlds.flatMap(([, world]) => {
    const all: Sample[] = []
    for (let seed = 1; seed <= 4; seed++) {
      // A story opens with its opening and a look around.
      let read = `${world.opening}\n${new WorldPlayer(world).perform([{ act: 'look' }]).text}`
      walk(world, { seed, maxTurns: 25 }, (player, turn) => {
        read += `\n${turn?.text ?? ''}`
        const state = { player: new WorldPlayer(world, { state: player.state }), world, read }
        const choices = offerActs(world, player.state, { phrases })
        all.push(...choices.map((offered) => ({ offered, count: choices.length, ...state })))
      })
    }
    return Array.from({ length: each }, (_, index) => all[Math.floor((index * all.length) / each)]!)
  })
}

// By the words alone, not by what the world calls known: the text that the player has read has, as words, the name of the
// thing, person or place of the act, or the direction of a way.
function refersToKnown({ offered: { act }, world, player, read }: Sample): boolean {
  const scene = new Scene(world, player.state)
  const named = [act.thing, act.with, act.where, act.person, act.to && scene.exitsOf(scene.here)[act.to]?.to]
  const names = named.flatMap((id) => {
    const entry = id === undefined ? undefined : (scene.things[id] ?? scene.people[id] ?? scene.places[id])
    // What is only described has no name but its word.
    return id === undefined ? [] : [entry?.name ?? id]
  })
  return [...names, act.to].some((name) => name !== undefined && hasWords(read, name))
}

function hasWords(text: string, words: string): boolean {
  const wordsOf = (each: string) =>
    ` ${each
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return wordsOf(text).includes(wordsOf(words))
}
