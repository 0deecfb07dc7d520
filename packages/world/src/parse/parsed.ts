import type { Act } from '../model/act.ts'

/** What the player's words mean. */
export interface Parsed {
  /** In the order of the words, or of time where the words say so ("after reading the note I burn it"). */
  acts: ParsedAct[]
  /** Two or more things fit a role; nothing is done until the player says which. */
  question?: { act: Act; role: string; between: string[] }
  /** A command for the program, typed as plain words: undo, help, save … */
  command?: { name: string; argument?: string }
  /** The number or words of an offered choice. */
  choice?: number
  /** Clauses that no act covers. */
  rest: Range[]
  /** The first of `rest` that asks for something to be done or answered, beside acts that were understood: its range in the prompt. */
  unclear?: Range
}

/** A range of characters of the prompt. */
export interface Range {
  start: number
  end: number
}

/** Acts with places for their order: each is at or behind those before it, although it may be named earlier. */
export function placed(acts: readonly ParsedAct[]): ParsedAct[] {
  let last = 0
  return acts.map((each) => {
    last = Math.max(last, each.start)
    return { ...each, start: last, end: Math.max(last, each.end) }
  })
}

/** An act with the words that it was read from. */
export interface ParsedAct extends Range {
  act: Act
}
