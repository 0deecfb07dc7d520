import type { JsonObject } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import { fitsState } from '@narratoria/skills'
import type { IntentName } from '../intent/classify.ts'
import { matchPattern } from './match-pattern.ts'
import { matchPhrase } from './match-phrase.ts'
import { isNotDone, isRuledOut, locate, type PromptText } from './prompt-text.ts'

/** A match of a trigger in the prompt. */
export interface TriggerMatch {
  /** The index of the trigger in its script. */
  trigger: number
  clause: number
  start: number
  end: number
  weight: number
  /** The trigger's `input`. */
  input: JsonObject
  /** The named groups of the trigger's pattern. */
  groups: Record<string, string>
  /** Whether the trigger matches every prompt. */
  always: boolean
}

/**
 * Finds the matches of a script's triggers, except negated ones. With `deeds`, matches in thoughts, reports, questions and
 * quotations are left out as well.
 */
export function matchTriggers(
  triggers: readonly Trigger[],
  prompt: PromptText,
  { state, deeds }: { state: JsonObject; deeds: boolean },
): TriggerMatch[] {
  const intent = deeds ? triggers.find((trigger) => trigger.intent !== undefined)?.intent : undefined
  return triggers.flatMap((trigger, index): TriggerMatch[] => {
    if (!fitsState(trigger, state)) return []
    const base = { trigger: index, weight: trigger.weight ?? 1, input: trigger.input ?? {}, groups: {} }
    if (trigger.intent !== undefined)
      return intentMatches(trigger.intent, prompt).map((found) => ({ ...base, ...found, always: false }))
    if (trigger.phrase === undefined && trigger.pattern === undefined)
      return trigger.always === true || trigger.whenState !== undefined
        ? [{ ...base, clause: 0, start: 0, end: 0, always: true }]
        : []
    const found = locationsOf(trigger, prompt).filter(
      ({ start }) => !deeds || (intent ? !isRuledOut(prompt, intent) : !isNotDone(prompt, start)),
    )
    return found.map((location) => ({ ...base, ...location, always: false }))
  })
}

type Location = Pick<TriggerMatch, 'clause' | 'start' | 'end' | 'groups'>

// A trigger with both a phrase and a pattern matches where the pattern does, if the phrase is found as well.
function locationsOf({ phrase, pattern }: Trigger, prompt: PromptText): Location[] {
  const phrases = phrase === undefined ? [] : phraseLocations(phrase, prompt)
  if (pattern === undefined) return phrases
  if (phrase !== undefined && phrases.length === 0) return []
  return matchPattern(pattern, prompt.read).flatMap((match) => {
    const { clause, negated } = locate(prompt, match.start)
    // "I light neither the torch nor the lamp": the negation is part of the match.
    const neither = /\bneither\b/i.test(prompt.read.slice(match.start, match.end))
    return negated || neither ? [] : [{ ...match, clause }]
  })
}

function phraseLocations(phrase: string, { clauses }: PromptText): Location[] {
  return clauses.flatMap((_, clause) =>
    matchPhrase(phrase, clauses, clause).map((span) => ({ ...span, clause, groups: {} })),
  )
}

function intentMatches(intent: IntentName, prompt: PromptText): Location[] {
  return prompt.intents
    .filter((found) => found.intent === intent && found.score >= 0)
    .map(({ start }) => ({ start, end: start + 1, clause: locate(prompt, start).clause, groups: {} }))
}
