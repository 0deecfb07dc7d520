import { DiceRoll, NumberGenerator, Parser } from '@dice-roller/rpg-dice-roller'
import { ToolError } from '@narratoria/tool-sdk'
import type { RandomSource } from './random.ts'

/** One rolled die. A type, not an interface, so that it is assignable to a JSON object. */
export type RolledDie = {
  /** The value after re-rolls and compounding. */
  value: number
  /** False if the formula dropped the die. */
  kept: boolean
  /** The modifiers that applied: explode, re-roll, target-success … */
  notes?: string[]
}

export interface Roll {
  formula: string
  dice: RolledDie[]
  /** The sum that is added to the kept dice. */
  modifier: number
  total: number
  /** True if the total is a number of successes. */
  countsSuccesses: boolean
  /** The range of the dice without explosions and modifier. */
  range: [min: number, max: number]
}

const maxFormulaLength = 200

/**
 * Rolls a formula. Dice are counted before rolling, so that 10^9 dice cost nothing.
 *
 * @throws {ToolError} `too_many_dice` or `invalid_formula`, not retryable
 */
export function rollFormula(formula: string, source: RandomSource, maxDice: number): Roll {
  const notation = formula.toLowerCase().replace(/df/g, 'dF').replace(/\s+/g, ' ').trim()
  if (notation.length > maxFormulaLength) throw invalid(notation, `it is longer than ${maxFormulaLength} characters`)
  const asked = readDice(notation, maxDice)
  const roll = guard(notation, maxDice, () => {
    NumberGenerator.generator.engine = source as typeof NumberGenerator.generator.engine
    return new DiceRoll(notation)
  })
  if (!Number.isFinite(roll.total)) throw invalid(notation, 'its total is not a number')
  const { dice, counted } = collectDice(roll.rolls)
  const modifier = round(roll.total - counted)
  return {
    formula: notation,
    dice,
    modifier,
    total: round(roll.total),
    countsSuccesses: asked.countsSuccesses,
    range: rangeOf(notation, modifier),
  }
}

interface ParsedTerm {
  qty?: number
  modifiers?: Map<string, unknown>
  expressions?: unknown[]
}

function readDice(notation: string, maxDice: number): { countsSuccesses: boolean } {
  const terms = guard(notation, maxDice, () => Parser.parse(notation) as unknown[])
  let count = 0
  let countsSuccesses = false
  const visit = (term: unknown): void => {
    if (Array.isArray(term)) return term.forEach(visit)
    if (typeof term !== 'object' || term === null) return
    const { qty, modifiers, expressions } = term as ParsedTerm
    count += qty ?? 0
    countsSuccesses ||= modifiers?.has('target') ?? false
    visit(expressions ?? [])
  }
  visit(terms)
  if (count === 0) throw invalid(notation, 'it has no dice')
  if (count > maxDice) throw tooMany(notation, maxDice)
  return { countsSuccesses }
}

function guard<T>(notation: string, maxDice: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = (error as Error).message
    if (reason.includes('qty must be')) throw tooMany(notation, maxDice)
    throw invalid(
      notation,
      reason.includes('possible value') ? 'a die with one side cannot explode' : 'it is not dice notation',
    )
  }
}

interface ResultNode {
  rolls?: ResultNode[]
  results?: (ResultNode | string | number)[]
  useInTotal?: boolean
  initialValue?: number
  calculationValue?: number
  value?: number
  modifiers?: string[]
}

// The fields of the library's classes are private, so this reads their JSON form.
function collectDice(rolls: unknown): { dice: RolledDie[]; counted: number } {
  const dice: RolledDie[] = []
  let counted = 0
  const visit = (node: ResultNode | string | number, counts: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const kept = counts && node.useInTotal !== false
    for (const child of node.results ?? node.rolls ?? []) visit(child, kept)
    if (node.initialValue === undefined) return
    const value = node.value ?? node.initialValue
    const notes = (node.modifiers ?? []).filter((note) => note !== 'drop')
    if (kept) counted += node.calculationValue ?? value
    dice.push({ value, kept, ...(notes.length > 0 && { notes }) })
  }
  for (const node of JSON.parse(JSON.stringify(rolls)) as ResultNode[]) visit(node, true)
  return { dice, counted }
}

// Explosions have no maximum, so they are removed.
function rangeOf(notation: string, modifier: number): [number, number] {
  const bounded = new DiceRoll(notation.replace(/!{1,2}p?(?:(?:[<>]=?|<>|!=|=)\d+)?/g, ''))
  return [bounded.minTotal - modifier, bounded.maxTotal - modifier]
}

function invalid(formula: string, reason: string): ToolError {
  const shown = excerpt(formula)
  const message = `"${shown}" cannot be rolled: ${reason}. Write dice like 2d6+3, 4d6kh3, 3d6!, d% or 4dF.`
  return new ToolError('invalid_formula', message, { retryable: false, details: { formula: shown } })
}

function tooMany(formula: string, maxDice: number): ToolError {
  const shown = excerpt(formula)
  const message = `"${shown}" asks for too many dice: at most ${maxDice} are rolled at once (setting maxDice).`
  return new ToolError('too_many_dice', message, { retryable: false, details: { formula: shown, maxDice } })
}

function excerpt(formula: string): string {
  return formula.length > 80 ? `${formula.slice(0, 80)}…` : formula
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
