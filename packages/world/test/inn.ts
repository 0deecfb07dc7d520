import { lexicon, phrases } from '@narratoria/content'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

/** An inn with two people, a yard and a mill. */
export const world: World = {
  title: 'Inn',
  opening: 'Your cousin Bertram Fell wrote from the mill.',
  player: { at: 'bar' },
  places: {
    bar: {
      name: 'bar',
      description: 'A low room.',
      scenery: { table: 'Scratched oak.' },
      exits: { north: 'yard', down: 'cellar' },
    },
    yard: { name: 'yard', exits: { south: 'bar', north: 'mill' } },
    cellar: { name: 'cellar', dark: true, description: 'Barrels.', exits: { up: 'bar' } },
    mill: { name: 'mill', exits: { south: 'yard' } },
  },
  things: {
    matches: { name: 'box of matches', aliases: ['match', 'matches'], at: 'player', portable: true },
    candle: { name: 'candle', at: 'nowhere', light: true, litWith: 'matches', portable: true },
    note: { name: 'note', at: 'cellar', portable: true, text: 'Meet me at noon.' },
    hatch: { name: 'hatch', at: 'bar', openable: true },
    spoon: { name: 'spoon', at: 'ida', portable: true },
    bell: { name: 'bell', at: 'yard', portable: true },
  },
  people: {
    ida: {
      name: 'Ida',
      at: 'bar',
      pronoun: 'she',
      topics: {
        soup: { answer: '“Leek,” says Ida. “It is fourpence a bowl.”' },
        room: { answer: '“Upstairs,” says Ida.' },
      },
    },
    otto: {
      name: 'Otto',
      at: 'bar',
      pronoun: 'he',
      topics: { bell: { answer: '“It cracked in the frost,” says Otto.' } },
    },
    wanderer: { name: 'old woman', at: 'yard', pronoun: 'she' },
    bertram: { name: 'Bertram Fell', aliases: ['miller', 'Bertram'], at: 'mill', pronoun: 'he' },
  },
}

/** The state in which Ida has been talked to. */
export const greeted = perform(world, {}, { act: 'talk', person: 'ida' }, { seq: 1, phrases, random: () => 0 }).state

/** What the player reads after the last of some lines. */
export function play(...lines: string[]): string {
  return playIn(world, ...lines)
}

/** The same in another world. */
export function playIn(world: World, ...lines: string[]): string {
  let state: WorldState = {}
  let output: string[] = []
  for (const [index, line] of lines.entries()) {
    const { acts, question } = parse(line, { world, state, lexicon })
    const all = [...acts.map(({ act }) => act), ...(question ? [{ act: 'ask-back', question }] : [])]
    output = []
    for (const [position, act] of all.entries()) {
      const performed = perform(world, state, act, {
        seq: index + 1,
        phrases,
        random: () => 0,
        endTurn: position === all.length - 1,
      })
      state = performed.state
      if (performed.summary !== '') output.push(performed.summary)
    }
  }
  return output.join(' ')
}
