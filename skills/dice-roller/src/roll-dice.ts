#!/usr/bin/env node
import { fillSentence, narratorPhrases } from '@narratoria/content'
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { defineTool, refuse, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { readPrompt, type RequestedRoll } from './formula/read-prompt.ts'
import { judge } from './roll/outcome.ts'
import { cryptoSource, seededSource, type RandomSource } from './roll/random.ts'
import { rollFormula, type Roll } from './roll/roll-formula.ts'
import { readSettings, type Settings } from './settings.ts'

const maxFormulas = 10
/** Removes the optional fields of an earlier roll from the state. */
const resetFields = { dice: null, outcome: null, task: null, difficulty: null }

export default defineTool({
  name: 'roll-dice',
  run(input: JsonObject, context: ToolContext) {
    try {
      return roll(input, context)
    } catch (error) {
      // A roll that cannot be made is the player's to change, not a failure of the tool.
      if (ToolError.isInstance(error) && typeof input.prompt === 'string') return refuse(error.message)
      throw error
    }
  },
})

function roll(input: JsonObject, context: ToolContext): string {
  const settings = readSettings(context.config)
  const wish = readWish(input)
  const isTask = wish.formulas.length === 0 || wish.task !== undefined || wish.difficulty !== undefined
  const formulas = listFormulas(wish, settings.defaultFormula)
  const before = rollsThisTurn(context)
  const rolls = formulas.map((formula, position) => {
    const notation = wish.advantage && position === 0 ? withAdvantage(formula, wish.advantage) : formula
    const roll = rollFormula(notation, sourceOf(settings, context.request, before + position), settings.maxDice)
    return describe(roll, settings, isTask && position === 0 ? wish : undefined)
  })
  for (const roll of rolls) context.ui('dice_roll', roll)
  const last = rolls[0]!
  const turn = context.request.turn?.seq ?? null
  context.patch({ dice: { last: { ...resetFields, ...last }, rolls, turn, rolledThisTurn: before + rolls.length } })
  return rolls.map(summarize).join(' ')
}

/** Reads the roll from the input. Its fields override the prompt. */
function readWish(input: JsonObject): RequestedRoll {
  const { prompt, formula, task, difficulty, advantage } = input
  const read: RequestedRoll = typeof prompt === 'string' ? readPrompt(prompt) : { formulas: [] }
  if (typeof formula === 'string' && formula.trim() !== '') read.formulas = [formula]
  if (typeof task === 'string' && task.trim() !== '') read.task = task.trim()
  if (typeof difficulty === 'number') read.difficulty = difficulty
  if (advantage === 'advantage' || advantage === 'disadvantage') read.advantage = advantage
  return read
}

/**
 * The formulas to roll, including repetitions.
 *
 * @throws {ToolError} `too_many_rolls` for more than 10
 */
function listFormulas({ formulas, times = 1 }: RequestedRoll, otherwise: string): string[] {
  const named = formulas.length > 0 ? formulas : [otherwise]
  const asked = named.length === 1 ? Math.max(1, times) : named.length
  if (asked > maxFormulas)
    throw new ToolError(
      'too_many_rolls',
      `${asked} rolls are too many: request at most ${maxFormulas}, or more dice in one roll, such as 20d6.`,
      { retryable: false },
    )
  return named.length === 1 ? Array.from({ length: asked }, () => named[0]!) : named
}

/** Number of earlier rolls in this turn, so that a second one has other random numbers. */
function rollsThisTurn({ state, request }: ToolContext): number {
  const dice = state.dice as JsonObject | undefined
  const same = dice !== undefined && dice?.turn === (request.turn?.seq ?? null)
  return same && typeof dice.rolledThisTurn === 'number' ? dice.rolledThisTurn : 0
}

/**
 * The pseudo source is seeded by the setting, the session's name or id, the turn's number, the step's position in its plan, the
 * roll's position in the step, and the input. So a story that is played again under the same name rolls the same. Outside a session
 * the idempotency key replaces the turn.
 */
function sourceOf(settings: Settings, request: ToolRequest, roll: number): RandomSource {
  if (settings.source === 'crypto') return cryptoSource()
  const { sessionId = null, sessionName, turn, idempotencyKey, position = 0, input } = request
  return seededSource([settings.seed, sessionName ?? sessionId, turn?.seq ?? idempotencyKey, position, roll, input])
}

interface Described {
  formula: string
  total: number
  outcome?: string
  task?: string
}

function describe(roll: Roll, settings: Settings, wish: RequestedRoll | undefined) {
  const { formula, dice, modifier, total } = roll
  return {
    formula,
    rolls: settings.showRolls ? dice.map(({ value }) => value) : [],
    modifier,
    total,
    ...(settings.showRolls && { dice }),
    ...(wish && { outcome: judge(roll, wish.difficulty) }),
    ...(wish?.task !== undefined && { task: wish.task }),
    ...(wish?.difficulty !== undefined && { difficulty: wish.difficulty }),
  }
}

function summarize({ formula, total, outcome, task }: Described): string {
  const named = outcome === undefined ? undefined : narratorPhrases[`outcome.${outcome}`]?.[0]
  // Something is done to something, as in "pick the lock"; a word alone or behind an article is a thing: luck, my life.
  const isDeed = /^(?!(?:not|an?|the|my|your|his|her|its|our|their|this|that|some|any)\s)\S+\s/i.test(task ?? '')
  const key = named === undefined ? 'roll' : task === undefined ? 'roll.outcome' : isDeed ? 'roll.task' : 'roll.for'
  const sentence = narratorPhrases[key]?.[0] ?? ''
  return fillSentence(sentence, { formula, total, outcome: named ?? '', task: task ?? '' })
}

/**
 * Adds advantage or disadvantage to a formula: one more die, of which the highest or lowest are kept. d20 becomes 2d20kh1, and 2d6
 * becomes 3d6kh2.
 */
function withAdvantage(formula: string, kind: 'advantage' | 'disadvantage'): string {
  return formula.replace(/(?<![\w.])(\d*)d(\d+|%|f)(?!\d*[kd!])/i, (_, count: string, sides: string) => {
    const dice = count === '' ? 1 : Number(count)
    return `${dice + 1}d${sides}k${kind === 'advantage' ? 'h' : 'l'}${dice}`
  })
}
