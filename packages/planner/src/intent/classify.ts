import type { Trigger } from '@narratoria/protocol/skill'
import { intents, scoreTokens } from './network.ts'

/** What a player can mean that the classifier knows. A trigger names one of them as `intent`. */
export type IntentName = NonNullable<Trigger['intent']>

const names = intents as readonly IntentName[]

/** Where in a text an intent is meant most clearly, and how clearly: from 0 on, it is meant. */
export interface FoundIntent {
  intent: IntentName
  start: number
  score: number
}

/** The clearest place of each intent in a cleaned text. */
export function readIntents(text: string): FoundIntent[] {
  // A line break is a space of the same length, so that offsets stay right.
  const tokens = scoreTokens(text.replaceAll(/\s/g, ' '))
  return names.map((intent, at) =>
    tokens
      .map(({ start, scores }): FoundIntent => ({ intent, start, score: scores[at]! }))
      .reduce((best, other) => (other.score > best.score ? other : best), { intent, start: 0, score: -Infinity }),
  )
}

/**
 * The words of a text that decided for or against an intent, strongest first. The weight of a word is what it adds to the score: the
 * difference to the score of the text without the word.
 */
export function explainIntent(text: string, intent: IntentName): { feature: string; weight: number }[] {
  const scoreOf = (other: string) => readIntents(other).find((found) => found.intent === intent)?.score ?? 0
  const whole = scoreOf(text)
  return [...text.matchAll(/[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu)]
    .map(({ 0: feature, index }) => ({
      feature,
      weight: whole - scoreOf(`${text.slice(0, index)}${text.slice(index + feature.length)}`),
    }))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}
