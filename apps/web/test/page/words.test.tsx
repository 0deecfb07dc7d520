// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ToolView } from '../../src/api/turn-view.ts'
import { LogView } from '../../src/page/tools/log-view.tsx'
import { inMakersWords, inPlayersWords } from '../../src/page/player/shipped-skills.ts'
import { firstWords } from '../../src/page/home/last-line.tsx'
import { curled } from '../../src/page/language/curled.ts'
import { button, click, render } from '../support/render.tsx'

test.each([
  ["The light's out, and they're gone.", 'The light’s out, and they’re gone.'],
  ["The sailors' room is empty.", 'The sailors’ room is empty.'],
  ["It's 5' high, and 'tis late.", "It’s 5’ high, and 'tis late."],
  ["'Come in,' she says.", "'Come in,' she says."],
])('the apostrophes of %j are those of a book', (text, shown) => {
  expect(curled(text)).toBe(shown)
  expect(shown).toHaveLength(text.length)
})

test('the details of a shipped skill add its own name and description to the player’s words, and those of another skill nothing', () => {
  const dice = { name: 'dice-roller', displayName: 'Dice Roller', description: 'Rolls dice. Use it when …' }
  expect(inPlayersWords(dice).title).toBe('Dice')
  expect(inMakersWords(dice)).toEqual({ title: 'Dice Roller', about: `For the planner: ${dice.description}` })
  expect(inMakersWords({ ...dice, name: 'my-dice' })).toEqual({})
  const ours = { ...dice, displayName: "Mina's Dice", description: "Rolls the player's dice." }
  expect(inMakersWords(ours)).toEqual({ title: 'Mina’s Dice', about: 'For the planner: Rolls the player’s dice.' })
  expect(inPlayersWords({ ...ours, name: 'my-dice' })).toEqual({
    title: 'Mina’s Dice',
    about: 'Rolls the player’s dice.',
  })
  expect(inMakersWords({ ...ours, name: 'my-dice' })).toEqual({})
})

test('debug lines of a tool are shown on request', async () => {
  const line = (number: number, level: string, message: string) => ({ number, at: 0, level, message })
  const log = [line(1, 'debug', 'Reading the index'), line(2, 'info', 'Two memories')]
  await render(<LogView tool={{ toolId: 'memory', log, droppedLines: 0 } as unknown as ToolView} />)
  expect(document.body.textContent).not.toContain('Reading the index')
  expect(document.body.textContent).toContain('Two memories')
  await click(button('Show one debug line'))
  expect(document.body.textContent).toContain('Reading the index')
})

test.each([
  [9, 'I said to myself, candles – and then more.'],
  [7, 'I said to myself, candles – and…'],
  [6, 'I said to myself, candles…'],
  [4, 'I said to myself…'],
])('the first %i words of a text end without a comma before the ellipsis', (count, shown) => {
  expect(firstWords('I said to myself, candles – and then more.'.split(' '), count)).toBe(shown)
})
