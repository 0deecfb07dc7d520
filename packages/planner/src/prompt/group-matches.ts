import type { JsonObject } from '@narratoria/protocol'
import { isDeepStrictEqual } from 'node:util'
import type { TriggerMatch } from './match-triggers.ts'

/** One use of a script that the player asks for. */
export interface Intent {
  /** Offset in the prompt. */
  position: number
  end: number
  clause: number
  /** Sum of the weights of the matching triggers. */
  score: number
  /** Fields from triggers. Values from the prompt are strings. */
  input: JsonObject
  /** Whether a trigger matches every prompt. */
  always: boolean
}

interface Group extends Intent {
  groups: Record<string, string>
  spans: { start: number; end: number }[]
}

/** Most uses of one script in a plan. */
const maxIntents = 4

/**
 * Combines a script's matches to intents. Matches in one clause are one intent unless their named groups differ ("2d6 and
 * 1d20"). An intent whose input is part of another one's is dropped.
 */
export function groupMatches(matches: readonly TriggerMatch[]): Intent[] {
  const groups: Group[] = []
  const byWeight = matches.toSorted(
    (a, b) => Number(a.always) - Number(b.always) || b.weight - a.weight || a.start - b.start,
  )
  for (const match of byWeight) {
    const group = groups.find((candidate) => belongs(candidate, match))
    if (group) join(group, match)
    else groups.push(open(match))
  }
  const intents = groups
    .filter(({ score }) => score >= 1)
    .map(({ position, end, clause, score, input, groups: named, always }): Intent => {
      return { position, end, clause, score, input: { ...input, ...named }, always }
    })
  return intents
    .filter((intent, index) => !intents.some((other, at) => at !== index && covers(other, intent, at < index)))
    .toSorted((a, b) => a.position - b.position)
    .slice(0, maxIntents)
}

function open({ start, end, clause, weight, input, groups, always }: TriggerMatch): Group {
  return { position: start, end, clause, score: weight, input, groups, always, spans: [{ start, end }] }
}

function belongs(group: Group, match: TriggerMatch): boolean {
  if (match.always) return true
  if (group.clause !== match.clause) return false
  const differs = Object.entries(match.groups).some(([name, value]) => (group.groups[name] ?? value) !== value)
  return !differs || group.spans.some(({ start, end }) => start < match.end && match.start < end)
}

// Matches are sorted by weight, so earlier fields take precedence.
function join(group: Group, match: TriggerMatch): void {
  group.input = { ...match.input, ...group.input }
  group.groups = { ...match.groups, ...group.groups }
  group.score += match.weight
  group.spans.push(match)
  if (match.always) return
  group.position = Math.min(group.position, match.start)
  group.end = Math.max(group.end, match.end)
}

function covers(other: Intent, intent: Intent, earlier: boolean): boolean {
  const same = isDeepStrictEqual(other.input, intent.input)
  if (same) return earlier
  return Object.entries(intent.input).every(([key, value]) => isDeepStrictEqual(other.input[key], value))
}
