#!/usr/bin/env node
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { defineTool, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { readPrompt, type RollWish } from './formula/read-prompt.ts'
import { withAdvantage } from './roll/advantage.ts'
import { judge } from './roll/outcome.ts'
import { cryptoSource, seededSource, type RandomSource } from './roll/random.ts'
import { rollFormula, type Roll } from './roll/roll-formula.ts'
import { readSettings, type Settings } from './settings.ts'

const mostFormulas = 10
/** What an earlier roll may have left in the state and this one may not have. */
const forgotten = { dice: null, outcome: null, task: null, difficulty: null }

export default defineTool({
  name: 'roll-dice',
  run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const wish = readWish(input)
    const judged = wish.formulas.length === 0 || wish.task !== undefined || wish.difficulty !== undefined
    const formulas = listFormulas(wish, settings.defaultFormula)
    const before = rollsThisTurn(context)
    const rolls = formulas.map((formula, position) => {
      const notation = wish.advantage && position === 0 ? withAdvantage(formula, wish.advantage) : formula
      const roll = rollFormula(notation, sourceOf(settings, context.request, before + position), settings.maxDice)
      return describe(roll, settings, judged && position === 0 ? wish : undefined)
    })
    for (const roll of rolls) context.ui('dice_roll', roll)
    const last = rolls[0]!
    const turn = context.request.turn?.seq ?? null
    context.patch({ dice: { last: { ...forgotten, ...last }, rolls, turn, rolledThisTurn: before + rolls.length } })
    return rolls.map(summarize).join('; ')
  },
})

/** What to roll: the input's own fields win over what the prompt says. */
function readWish(input: JsonObject): RollWish {
  const { prompt, formula, task, difficulty, advantage } = input
  const read: RollWish = typeof prompt === 'string' ? readPrompt(prompt) : { formulas: [] }
  if (typeof formula === 'string' && formula.trim() !== '') read.formulas = [formula]
  if (typeof task === 'string' && task.trim() !== '') read.task = task.trim()
  if (typeof difficulty === 'number') read.difficulty = difficulty
  if (advantage === 'advantage' || advantage === 'disadvantage') read.advantage = advantage
  return read
}

/**
 * The formulas to roll, each as often as is asked.
 *
 * @throws {ToolError} `too_many_rolls` for more than can be told in one turn
 */
function listFormulas({ formulas, times = 1 }: RollWish, otherwise: string): string[] {
  const named = formulas.length > 0 ? formulas : [otherwise]
  const asked = named.length === 1 ? Math.max(1, times) : named.length
  if (asked > mostFormulas)
    throw new ToolError(
      'too_many_rolls',
      `${asked} rolls at once are too many: ask for ${mostFormulas} or fewer, or for more dice in one roll, such as 20d6.`,
      { retryable: false },
    )
  return named.length === 1 ? Array.from({ length: asked }, () => named[0]!) : named
}

/** How many rolls of this turn came before, so that a second one of the same turn falls otherwise. */
function rollsThisTurn({ state, request }: ToolContext): number {
  const dice = state.dice as JsonObject | undefined
  const same = dice !== undefined && dice?.turn === (request.turn?.seq ?? null)
  return same && typeof dice.rolledThisTurn === 'number' ? dice.rolledThisTurn : 0
}

/**
 * The pseudo source is decided by seed, session, turn and position together: the session by its name, where it has one, so
 * that the same story played again rolls the same; the turn by its number, since ids are random; the position by the
 * step's place in its plan and the roll's in the step, so that no two rolls of a turn are alike. Outside a session the
 * invocation's key takes the place of the turn.
 */
function sourceOf(settings: Settings, request: ToolRequest, roll: number): RandomSource {
  if (settings.source === 'crypto') return cryptoSource()
  const { sessionId = null, sessionName, turn, idempotencyKey, position = 0, input } = request
  return seededSource([settings.seed, sessionName ?? sessionId, turn?.seq ?? idempotencyKey, position, roll, input])
}

function describe(roll: Roll, settings: Settings, wish: RollWish | undefined) {
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

function summarize({ formula, total, outcome }: { formula: string; total: number; outcome?: string }): string {
  return `${formula} = ${total}${outcome === undefined ? '' : `: ${outcome}`}`
}
