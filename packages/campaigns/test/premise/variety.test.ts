import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

const premises = [
  'The baker Jorn and the widow Elke quarrel about a wall in the village of Aske.',
  'The abbot keeps the crypt of the abbey locked. Sister Clare and the sexton Pell have heard a voice in it.',
  'Someone has stolen the silver cup of the rowing club. The coach Ida and the boatman Rolf blame each other.',
]

describe.each(premises)('%s', (premise) => {
  const worlds = Array.from({ length: 12 }, (_, seed) => buildFitting(premise, { seed: seed + 1 }))
  const people = worlds.flatMap((world) => Object.values(world.people).filter(({ topics }) => topics !== undefined))

  it('names each way out of a place once', () => {
    for (const world of worlds) {
      const { text } = new WorldPlayer(world, { seed: 1 }).perform([{ act: 'look' }])
      for (const way of ['north', 'south', 'east', 'west'])
        expect(text.match(new RegExp(String.raw`\b${way}\b`, 'gu'))?.length ?? 0, text).toBeLessThan(2)
      for (const { name } of Object.values(world.places))
        expect(text.split(`to the ${name}`).length, text).toBeLessThan(3)
    }
  })

  it('has another greeting and another gesture in most stories', () => {
    const anonymous = (name: string, text: unknown) => String(text).replaceAll(name, '')
    const greetings = new Set(people.map(({ name, greeting }) => anonymous(name, greeting)))
    const gestures = new Set(people.map(({ doing }) => String(doing)))
    expect(greetings.size).toBeGreaterThanOrEqual(people.length / 3)
    expect(gestures.size).toBeGreaterThan(10)
  })
})
