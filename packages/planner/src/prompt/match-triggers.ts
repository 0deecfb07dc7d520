import type { JsonObject } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import { fitsState } from '@narratoria/skills'
import { matchPattern } from './match-pattern.ts'
import { matchPhrase } from './match-phrase.ts'
import { isOnlyTold, locate, type PromptText } from './prompt-text.ts'

/** One place in the prompt where a trigger fits, or the whole prompt for one that always does. */
export interface TriggerMatch {
  /** The index of the trigger in its script. */
  trigger: number
  clause: number
  start: number
  end: number
  weight: number
  /** Input that the trigger sets. */
  input: JsonObject
  /** Input from the player's words: the named groups. */
  groups: Record<string, string>
  /** True where the trigger fits whatever the player says. */
  always: boolean
}

/**
 * Finds every place where a script's triggers fit, negated ones left out. With `deeds`, places that only think, tell or ask
 * of something are left out as well.
 */
export function matchTriggers(
  triggers: readonly Trigger[],
  prompt: PromptText,
  { state, deeds }: { state: JsonObject; deeds: boolean },
): TriggerMatch[] {
  return triggers.flatMap((trigger, index): TriggerMatch[] => {
    if (!fitsState(trigger, state)) return []
    const base = { trigger: index, weight: trigger.weight ?? 1, input: trigger.input ?? {}, groups: {} }
    if (trigger.phrase === undefined && trigger.pattern === undefined)
      return trigger.always === true || trigger.whenState !== undefined
        ? [{ ...base, clause: 0, start: 0, end: 0, always: true }]
        : []
    const found = places(trigger, prompt).filter(({ start }) => !deeds || !isOnlyTold(prompt, start))
    return found.map((place) => ({ ...base, ...place, always: false }))
  })
}

type Place = Pick<TriggerMatch, 'clause' | 'start' | 'end' | 'groups'>

// A trigger with both a phrase and a pattern fits where the pattern does, if the phrase is there too.
function places({ phrase, pattern }: Trigger, prompt: PromptText): Place[] {
  const phrases = phrase === undefined ? [] : phrasePlaces(phrase, prompt)
  if (pattern === undefined) return phrases
  if (phrase !== undefined && phrases.length === 0) return []
  return matchPattern(pattern, prompt.read).flatMap((match) => {
    const { clause, negated } = locate(prompt, match.start)
    // "I light neither the torch nor the lamp": the negation stands within what fits.
    const neither = /\bneither\b/i.test(prompt.read.slice(match.start, match.end))
    return negated || neither ? [] : [{ ...match, clause }]
  })
}

function phrasePlaces(phrase: string, { clauses }: PromptText): Place[] {
  return clauses.flatMap((_, clause) =>
    matchPhrase(phrase, clauses, clause).map((span) => ({ ...span, clause, groups: {} })),
  )
}
