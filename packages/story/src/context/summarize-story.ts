import type { Scene } from '../memory/entities.ts'
import { clip, estimateTokens } from './tokens.ts'

const longestLine = 60

/**
 * The story so far, one line a scene: all of them while they fit, else the first, the latest, and an even choice between;
 * gaps are told.
 */
export function summarizeStory(scenes: readonly Scene[], tokens: number): string {
  const told = scenes.filter(({ summary }) => summary[0] !== undefined)
  if (scenes.length === 0) return 'Story has not yet begun.'
  if (told.length === 0) return `${scenes.length} scenes generated so far.`
  const head = `**Story So Far** (${scenes.length} scenes):`
  const lines = told.map(({ tick, summary }) => clip(`Tick ${tick}: ${summary[0]}`, longestLine))
  const all = [head, ...lines].join('\n')
  if (estimateTokens(all) <= tokens) return all
  return [head, ...choose(lines, tokens - estimateTokens(head) - 2)].join('\n')
}

/** Half the room for the latest lines, the rest for the first three and a choice between them. */
function choose(lines: readonly string[], tokens: number): string[] {
  const perLine = Math.max(...lines.map((line) => estimateTokens(line) + 1)) + 8
  const room = Math.floor(tokens / perLine)
  if (room < 1) return []
  const latest = Math.ceil(room / 2)
  const early = Math.min(3, room - latest)
  const between = Math.max(0, room - latest - early)
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
