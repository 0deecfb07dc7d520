import { phrases } from '@narratoria/content'
import { type Act, offerActs } from '@narratoria/world'
import { expect, it } from 'vitest'
import { seededRandom } from '../../src/play/seeded-random.ts'
import { WorldPlayer } from '../../src/index.ts'
import { shippedWorlds } from './shipped-worlds.ts'

const worlds = await shippedWorlds()

/** What happened: the act with its roles. Other events of a turn, and lists of what lies somewhere, are their own text. */
function eventOf(act: Act, { kind = 'act', text }: { kind?: string | undefined; text: string }): string {
  if (kind !== 'act' || /^(?:On|In) /.test(text)) return text
  const { act: name, thing, things, with: instrument, where, person, topic, to } = act
  return JSON.stringify([name === 'read' ? 'examine' : name, thing, things, instrument, where, person, topic, to])
}

/** Sentences of a play of 100 turns that describe two different things. Texts of the author describe one thing each. */
function repetitionsOf(name: string, world: (typeof worlds)[number][1], seed: number): string[] {
  const player = new WorldPlayer(world, { seed })
  const random = seededRandom(seed * 7919)
  const events = new Map<string, string>()
  const found: string[] = []
  const written = JSON.stringify(world)
  for (let turn = 0; turn < 100; turn++) {
    const choices = random() < 0.6 ? offerActs(world, player.state, { phrases }) : player.choices()
    const chosen = choices[Math.floor(random() * choices.length)]
    if (!chosen) break
    for (const { entries } of player.perform([chosen.act]).performed)
      for (const { text, kind } of entries) {
        for (const sentence of sentencesOf(text)) {
          if (written.includes(sentence)) continue
          const event = eventOf(chosen.act, { kind, text: sentence })
          const before = events.get(sentence)
          if (before !== undefined && before !== event) found.push(`${name}: ${sentence} (${before}, ${event})`)
          events.set(sentence, event)
        }
      }
  }
  return found
}

// "Says Oleg" and texts that are too short to be noticed do not count as sentences.
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…”"])\s+/).filter((sentence) => /^\P{L}*\p{Lu}/u.test(sentence) && sentence.length >= 20)
}

it('in plays of 100 turns a sentence is repeated only if the same thing happens', () => {
  const found = worlds.flatMap(([name, world]) => repetitionsOf(name, world, 2))
  expect(found).toEqual([])
})
