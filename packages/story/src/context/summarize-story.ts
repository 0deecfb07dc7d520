import type { Scene } from '../memory/entities.ts'
import { clip, estimateTokens } from './tokens.ts'

/** In tokens. */
const maxLineTokens = 60

/**
 * Summarizes the story with one line per scene. If not all lines fit, it keeps the first ones, the latest ones and an even
 * selection between them, and marks the gaps.
 */
export function summarizeStory(scenes: readonly Scene[], tokens: number): string {
  const summarized = scenes.filter(({ summary }) => summary[0] !== undefined)
  if (scenes.length === 0) return 'Story has not started yet.'
  if (summarized.length === 0) return `${scenes.length} scenes generated so far.`
  const head = `**Story So Far** (${scenes.length} scenes):`
  const lines = summarized.map(({ tick, summary }) => clip(`Tick ${tick}: ${summary[0]}`, maxLineTokens))
  const all = [head, ...lines].join('\n')
  if (estimateTokens(all) <= tokens) return all
  return [head, ...choose(lines, tokens - estimateTokens(head) - 2)].join('\n')
}

/** Half of the lines are the latest; the others are the first three and a selection between them. */
function choose(lines: readonly string[], tokens: number): string[] {
  const perLine = Math.max(...lines.map((line) => estimateTokens(line) + 1)) + 8
  const maxLines = Math.floor(tokens / perLine)
  if (maxLines < 1) return []
  const latest = Math.ceil(maxLines / 2)
  const early = Math.min(3, maxLines - latest)
  const between = Math.max(0, maxLines - latest - early)
  const from = early
  const to = lines.length - latest
  const indexes = [
    ...range(0, early),
    ...range(0, between).map((step) => from + Math.floor(((step + 0.5) * (to - from)) / between)),
    ...range(to, lines.length),
  ]
  return indexes.flatMap((index, position) => {
    const gap = index - (indexes[position - 1] ?? -1) - 1
    return gap > 0 ? [`(… ${gap} scenes …)`, lines[index]!] : [lines[index]!]
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
