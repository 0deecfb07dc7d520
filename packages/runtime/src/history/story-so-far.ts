import type { ToolRequest, TurnResult } from '@narratoria/protocol'
import type { TurnRecap } from '../store/session-store.ts'

/** The number of turns on a line after which the notes of these turns are added to the summary. */
const step = 10
/** The most turns that are given word for word. */
const mostTurns = 2 * step - 2
/** How many turns before a turn have to be read for {@link storySoFar}. */
export const recapTurns = mostTurns + 1
/** Most lines of a summary. The oldest are thinned out. */
const mostLines = 120
const maxNoteCharacters = 160

/**
 * Returns the story before the turn number `depth` of its line: at least nine turns word for word, and a summary of what is older.
 * The first of these turns changes only every ten turns, so that a model's server can reuse its work on an equal beginning.
 *
 * @param recaps the last {@link recapTurns} turns before it, oldest first
 */
export function storySoFar(recaps: readonly TurnRecap[], depth: number): NonNullable<ToolRequest['story']> {
  const first = Math.max(1, step * Math.floor((depth - step) / step) + 1)
  const shown = recaps.slice(Math.max(0, recaps.length - (depth - first)))
  const before = recaps[recaps.length - shown.length - 1]
  return {
    summary: before?.recap?.summary ?? [],
    turns: shown.map(({ seq, prompt, narrative }) => ({ seq, prompt, narrative })),
  }
}

/**
 * What is kept of a turn for later summaries: its note, and after every ten turns the summary of the whole line.
 *
 * @param recaps the turns before it, as for {@link storySoFar}
 */
export function recapOf(
  turn: { seq: number; prompt: string; narrative: string; summaries: readonly string[] },
  { recaps, depth }: { recaps: readonly TurnRecap[]; depth: number },
): NonNullable<TurnRecap['recap']> {
  const note = noteOf(turn)
  if (depth % step !== 0) return { note }
  const recent = recaps.slice(-(step - 1))
  const earlier = recaps[recaps.length - step]?.recap?.summary ?? []
  const notes = recent.map((each) => each.recap?.note ?? noteOf({ ...each, summaries: [] }))
  return { note, summary: thinned([...earlier, ...notes, note]) }
}

/** The summaries of the steps of a turn, without those that narrate, recall or record. */
export function summariesOf({ execution, plan }: Pick<TurnResult, 'execution' | 'plan'>): string[] {
  const optional = new Set(plan?.tools.flatMap(({ toolId, required }) => (required === false ? [toolId] : [])))
  return (execution?.toolResults ?? []).flatMap(({ toolId, summary, ok, events }) => {
    const narrates = events.some((event) => event.type === 'ui_event' && event.event === 'narration')
    return ok && summary !== undefined && !narrates && !optional.has(toolId) ? [summary] : []
  })
}

/** One line: what the tools of the turn said, or else how its narration began. */
export function noteOf({
  seq,
  prompt,
  narrative,
  summaries,
}: {
  seq: number
  prompt: string
  narrative: string
  summaries: readonly string[]
}): string {
  const text = summaries.length > 0 ? summaries.map(firstSentence).join(' ') : firstSentence(narrative)
  return `Turn ${seq}, "${shorten(prompt, 60)}": ${shorten(text, maxNoteCharacters)}`
}

function firstSentence(text: string): string {
  const line = text.trim().split(/\n\s*\n/)[0] ?? ''
  return /^.*?[.!?…]["”’»)]*(?=\s|$)/s.exec(line)?.[0] ?? line
}

function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line
}

/** Of too many lines, every second one of the older half is left out. */
function thinned(lines: string[]): string[] {
  if (lines.length <= mostLines) return lines
  const half = Math.floor(lines.length / 2)
  return [...lines.slice(0, half).filter((_, index) => index % 2 === 0), ...lines.slice(half)]
}
