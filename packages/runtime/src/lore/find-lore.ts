import {
  compileLorebook,
  type Lorebook,
  type LorebookDocument,
  type LoreVerdict,
  matchLore,
} from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import type { TurnRecap } from '../store/session-store.ts'

/** Tokens of the entries of a lorebook that has no budget of its own. */
const usualBudget = 1_024
const compiled = new WeakMap<LorebookDocument, Lorebook>()

/** The place of a turn in its story, for lorebooks. */
export interface LorePlace {
  opening: string
  /** The openings that the campaign has to choose from. */
  openings?: readonly string[]
  /** The last turns before it, oldest first. */
  recaps: readonly TurnRecap[]
  /** Number of the turn on its line, from 1. */
  depth: number
  /** The player's words. */
  prompt: string
  state: JsonObject
  /** What `{{user}}` means. Defaults to "you". */
  user?: string
  /** The same seed draws the same chances. */
  seed: string
}

/** Matches lorebooks with the last messages of a story and its state. */
export function findLore(books: readonly LorebookDocument[], place: LorePlace): LoreVerdict[] {
  if (books.length === 0) return []
  const { opening, openings = [], recaps, depth, prompt, state, user, seed } = place
  const messages = [
    ...(recaps.length === depth - 1 ? [opening] : []),
    ...recaps.flatMap((turn) => [turn.prompt, turn.narrative]),
    prompt,
  ].filter((text) => text.trim() !== '')
  return matchLore(books.map(compile), {
    messages,
    greeting: Math.max(
      0,
      openings.findIndex((each) => isExpansionOf(each, opening)),
    ),
    messageCount: 2 * depth,
    state,
    seed,
    tokenBudget: usualBudget,
    ...(user !== undefined && { user }),
  })
}

/** What the narrating scripts get of the verdicts. */
export function loreOf(verdicts: readonly LoreVerdict[]): Lore[] {
  return verdicts.flatMap(({ used, entry: { name, depth, role }, text }) =>
    used ? [{ name, text, ...(depth && { depth }), ...(role && { role }) }] : [],
  )
}

/** An entry of a lorebook for a narrating script. */
type Lore = { name: string; text: string } & Pick<LoreVerdict['entry'], 'depth' | 'role'>

// Macros of an opening stand for any text. What the player sees at the first place follows it.
function isExpansionOf(template: string, opening: string): boolean {
  let at = 0
  return template.split(/\{\{[^{}]*\}\}/).every((part, index) => {
    const found = opening.indexOf(part, at)
    at = found + part.length
    return index === 0 ? found === 0 : found >= 0
  })
}

function compile(document: LorebookDocument): Lorebook {
  const known = compiled.get(document)
  if (known) return known
  const book = compileLorebook(document)
  compiled.set(document, book)
  return book
}
