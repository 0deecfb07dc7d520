import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type JsonObject, mergePatch, type ToolRequest } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, test } from 'vitest'
import type * as RollDice from '../src/roll-dice.ts'

const script = new URL('../scripts/roll-dice.mjs', import.meta.url)
// The built tool, because the sources need mathjs, which is not installed.
const { default: rollDice } = (await import(script.href)) as typeof RollDice

interface Shown {
  formula: string
  rolls: number[]
  modifier: number
  total: number
  outcome?: string
  task?: string
  dice?: { value: number; kept: boolean; notes?: string[] }[]
}

async function roll(
  input: JsonObject,
  config: JsonObject = {},
  request: Partial<ToolRequest> = {},
  state: JsonObject = {},
) {
  const run = await testTool(rollDice, input, { config, request, state })
  const shown = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'dice_roll' ? [event.payload as unknown as Shown] : [],
  )
  return { run, shown, first: shown[0]! }
}

const inTurn = (seq: number, sessionId = 'tale'): Partial<ToolRequest> => ({
  sessionId,
  turn: { id: `any-${Math.random()}`, seq, line: [[0, seq]] },
  idempotencyKey: String(Math.random()),
})

describe('notation', () => {
  test.each([
    ['2d6+3', 2, 3, 5, 15],
    ['4d6kh3', 4, 0, 3, 18],
    ['4d6dl1', 4, 0, 3, 18],
    ['d20', 1, 0, 1, 20],
    ['d%', 1, 0, 1, 100],
    ['4dF', 4, 0, -4, 4],
    ['2D6 - 1', 2, -1, 1, 11],
    ['{2d6,1d8}kh1', 3, 0, 2, 12],
    ['6d10>=7', 6, 0, 0, 6],
  ])('FR-055: %s rolls %i dice, adds %i and stays within its bounds', async (formula, count, modifier, least, most) => {
    const { run, first } = await roll({ formula })
    expect(run.ok).toBe(true)
    expect(first.rolls).toHaveLength(count)
    expect(first.total).toBeGreaterThanOrEqual(least)
    expect(first.total).toBeLessThanOrEqual(most)
    expect(first.modifier).toBe(modifier)
  })

  test('FR-055: the total is the kept dice and the modifier', async () => {
    const { first } = await roll({ formula: '5d6kh3+2' })
    const kept = first.dice!.filter((die) => die.kept)
    expect(kept).toHaveLength(3)
    expect(first.total).toBe(kept.reduce((sum, die) => sum + die.value, 0) + 2)
    const lowestKept = Math.min(...kept.map((die) => die.value))
    for (const die of first.dice!.filter(({ kept }) => !kept)) expect(die.value).toBeLessThanOrEqual(lowestKept)
  })

  test('FR-055: exploding dice include the added dice', async () => {
    const { first } = await roll({ formula: '60d2!' })
    expect(first.rolls.length).toBeGreaterThan(60)
    expect(first.total).toBe(first.rolls.reduce((sum, value) => sum + value, 0))
    expect(first.dice!.some((die) => die.notes?.includes('explode'))).toBe(true)
  })

  test.each([
    ['I roll 2d6+3 to pick the lock', '2d6+3', 'pick the lock'],
    ['I roll a d20 with advantage to leap the chasm', '2d20kh1', 'leap the chasm'],
    ['roll d20 with disadvantage', '2d20kl1', undefined],
    ['I roll with advantage to sneak past the guard', '3d6kh2', 'sneak past the guard'],
    ['roll three six-sided dice', '3d6', undefined],
    ['I roll 4d6, keep the highest three', '4d6kh3', undefined],
    ['I throw fate dice', '4dF', undefined],
    ['I throw three dice', '3d6', undefined],
    ['a percentile roll for treasure', '1d%', 'treasure'],
    ['Roll perception', '2d6', 'perception'],
    ['make a stealth check', '2d6', 'stealth'],
    ['I roll the dice', '2d6', undefined],
    ['(I roll 1d8 plus 2 to hit the goblin)', '1d8+2', 'hit the goblin'],
    ['To climb the wall, I roll 1d20', '1d20', 'climb the wall'],
    ['I roll 2d6 to pick the lock, then I open the door', '2d6', 'pick the lock'],
    ['roll 10 d6', '10d6', undefined],
    ['1 d 20', '1d20', undefined],
  ])('FR-055: "%s" rolls %s', async (prompt, formula, task) => {
    const { first } = await roll({ prompt })
    expect(first.formula).toBe(formula)
    expect(first.task?.replace(/[).]+$/, '')).toBe(task)
  })

  test('FR-055: every formula of a prompt is rolled, and the first decides the task', async () => {
    const { run, shown } = await roll({ prompt: 'I roll 1d20 to hit and 2d6 damage' })
    expect(shown.map(({ formula }) => formula)).toEqual(['1d20', '2d6'])
    expect(shown.map(({ outcome }) => outcome !== undefined)).toEqual([true, false])
    expect(run.output).toMatchObject({ dice: { last: { formula: '1d20' } } })
  })
})

test.each([
  ['I roll a d20 three times', 3],
  ['I roll 2d6 twice', 2],
  ['roll the dice 4 times', 4],
  ['roll 1d6 10 times', 10],
])('FR-055: "%s" rolls %i times', async (prompt, count) => {
  expect((await roll({ prompt })).shown).toHaveLength(count)
})

test.each(['roll 1d6 1000000 times', 'roll 2d6 11 times'])(
  'FR-055: "%s" rolls nothing and reports the maximum number of rolls',
  async (prompt) => {
    const { run, shown } = await roll({ prompt })
    expect(shown).toEqual([])
    expect(run).toMatchObject({ ok: true, refused: true, summary: expect.stringContaining('at most 10') })
  },
)

describe('outcomes', () => {
  test('002 US1.2: without a formula 2d6 is rolled: 2–6 fail, 7–9 partial, 10–12 success', async () => {
    const seen = new Map<string, Set<number>>()
    for (let seq = 0; seq < 40; seq++) {
      const { first } = await roll({ prompt: 'I roll to pick the lock' }, { source: 'pseudo' }, inTurn(seq))
      expect(first.formula).toBe('2d6')
      const expected = first.total <= 6 ? 'fail' : first.total <= 9 ? 'partial' : 'success'
      expect(first.outcome).toBe(expected)
      seen.set(expected, (seen.get(expected) ?? new Set()).add(first.total))
    }
    expect([...seen.keys()].toSorted()).toEqual(['fail', 'partial', 'success'])
  })

  test.each([
    ['1d1+9', 10, 'success'],
    ['1d1+8', 10, 'fail'],
  ])('FR-055: %s against difficulty %i is a %s', async (formula, difficulty, outcome) => {
    expect((await roll({ formula, difficulty })).first.outcome).toBe(outcome)
  })

  test('FR-055: a modifier changes the total but not the bounds', async () => {
    expect((await roll({ formula: '2d6+20', task: 'lift the gate' })).first.outcome).toBe('success')
    expect((await roll({ formula: '2d6-20', task: 'lift the gate' })).first.outcome).toBe('fail')
  })

  test('FR-055: dice without a task have no outcome', async () => {
    expect((await roll({ prompt: 'I roll 2d6' })).first.outcome).toBeUndefined()
  })
})

describe('sources', () => {
  test('FR-055: the pseudo source is reproducible and depends on turn, session, seed and position', async () => {
    const formula = '20d100'
    const play = async (seq: number, session: string, seed: string, state: JsonObject = {}) =>
      (await roll({ formula }, { source: 'pseudo', seed }, inTurn(seq, session), state)).first.rolls.join()
    const first = await play(1, 'tale', 'a')
    expect(await play(1, 'tale', 'a')).toBe(first)
    const others = [
      await play(2, 'tale', 'a'),
      await play(1, 'other', 'a'),
      await play(1, 'tale', 'b'),
      await play(1, 'tale', 'a', { dice: { turn: 1, rolledThisTurn: 1 } }),
    ]
    expect(new Set([first, ...others]).size).toBe(5)
  })

  test('FR-055: a story that is played again under the same name rolls the same with other ids', async () => {
    const play = async (sessionId: string, sessionName?: string) =>
      (await roll({ formula: '20d100' }, { source: 'pseudo' }, { ...inTurn(1, sessionId), sessionName })).first.rolls
    expect(await play('id-1', 'tale')).toEqual(await play('id-2', 'tale'))
    expect(await play('id-1', 'tale')).not.toEqual(await play('id-1', 'another tale'))
    expect(await play('id-1')).not.toEqual(await play('id-2'))
  })

  test('FR-055: equal steps of one plan have different but reproducible rolls', async () => {
    const play = async (position: number) =>
      (await roll({ formula: '20d100' }, { source: 'pseudo' }, { ...inTurn(1), position })).first.rolls.join()
    const places = [0, 1, 2, 3]
    const first = await Promise.all(places.map(play))
    expect(new Set(first).size).toBe(4)
    expect(await Promise.all(places.map(play))).toEqual(first)
  })

  test('FR-055: two rolls of one invocation differ', async () => {
    const { shown } = await roll({ prompt: 'roll 20d100 and 20d100' }, { source: 'pseudo' }, inTurn(1))
    expect(shown).toHaveLength(2)
    expect(shown[0]!.rolls).not.toEqual(shown[1]!.rolls)
  })

  test('FR-055: the crypto source is not reproducible', async () => {
    const one = await roll({ formula: '20d100' }, {}, inTurn(1))
    const two = await roll({ formula: '20d100' }, {}, inTurn(1))
    expect(one.first.rolls).not.toEqual(two.first.rolls)
  })

  test('FR-055: both sources are uniform', async () => {
    for (const source of ['crypto', 'pseudo']) {
      const faces = Array.from({ length: 6 }, () => 0)
      for (let seq = 0; seq < 4; seq++) {
        const { first } = await roll({ formula: '500d6' }, { source, maxDice: 500 }, inTurn(seq))
        for (const value of first.rolls) faces[value - 1]!++
      }
      for (const count of faces) expect(Math.abs(count - 2000 / 6)).toBeLessThan(100)
    }
  })
})

test('001 §4.2: a roll removes all fields of an earlier one from the state', async () => {
  const first = await roll({ prompt: 'I roll to pick the lock' })
  const second = await roll({ prompt: 'I roll 1d4' }, { showRolls: false })
  const patches = [first, second].flatMap(({ run }) =>
    run.events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : [])),
  )
  const state = patches.reduce<JsonObject>((before, patch) => mergePatch(before, patch), {})
  const { formula, modifier, rolls, total } = second.first
  expect((state.dice as JsonObject).last).toEqual({ formula, modifier, rolls, total })
})

describe('settings and errors', () => {
  test('FR-055: with showRolls off only the total is shown', async () => {
    const { run, first } = await roll({ formula: '2d6+1' }, { showRolls: false })
    expect(first.rolls).toEqual([])
    expect(JSON.stringify(run.events)).not.toContain('"dice":[')
    expect(first.total).toBeGreaterThanOrEqual(3)
  })

  test('FR-055: the default formula can be set', async () => {
    expect((await roll({ prompt: 'I roll to climb' }, { defaultFormula: '3d6' })).first.formula).toBe('3d6')
  })

  test.each([
    ['1000000000d6', 'too_many_dice'],
    ['60d6+60d6', 'too_many_dice'],
    ['(99*99)d6', 'too_many_dice'],
    ['2d', 'invalid_formula'],
    ['3d0', 'invalid_formula'],
    ['2d6+', 'invalid_formula'],
    ['1d1!', 'invalid_formula'],
    ['2d6/0', 'invalid_formula'],
    ['7', 'invalid_formula'],
    ['abc', 'invalid_formula'],
    ['process.exit(3)', 'invalid_formula'],
    ['('.repeat(190), 'invalid_formula'],
    ['1d6+'.repeat(5000), 'invalid_formula'],
  ])('FR-055: %s fails with %s, not retryable', async (formula, code) => {
    const { run } = await roll({ formula: formula.length > 300 ? formula.slice(0, 20_000) : formula })
    expect(run.ok).toBe(false)
    expect(run.errors).toMatchObject([{ errorCode: code, details: { retryable: false } }])
    expect(run.errors[0]!.errorMessage.length).toBeLessThan(300)
    expect(run.output).toEqual({})
  })

  test.each(['I roll 1000000000d6 to win', 'I roll 2d to win', 'roll 3d0', 'roll 1e9d6', 'roll 2d6x3'])(
    'FR-055: "%s" is refused: the player can say it in another way',
    async (prompt) => {
      expect((await roll({ prompt })).run).toMatchObject({ ok: true, refused: true, output: {} })
    },
  )

  test('SC-012: a prompt of 10,000 characters is read in bounded time', async () => {
    for (const prompt of [
      'd'.repeat(10_000),
      '1'.repeat(10_000),
      'roll 1d6+'.repeat(1100),
      '({'.repeat(5000),
      'roll to '.repeat(1250),
    ]) {
      const started = performance.now()
      const { run } = await roll({ prompt })
      expect(run.ok).toBeDefined()
      expect(performance.now() - started).toBeLessThan(60_000)
    }
  })

  test('FR-046: the built script accepts a request without optional fields', () => {
    const run = spawnSync(process.execPath, [fileURLToPath(script)], { input: '{}\n', encoding: 'utf8' })
    expect(run.stdout).toContain('"ok":true')
  })
})
