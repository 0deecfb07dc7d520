import { fillSentence, narratorPhrases } from '@narratoria/content'
import type { Standing } from './standing.ts'

/** A standing as one sentence for the player, with the change of this turn if there is one. */
export function describeStanding({ name, value, standing }: Standing, change = 0): string {
  const key = change === 0 ? 'standing.known' : change < 0 ? 'standing.falls' : 'standing.rises'
  const faction = /^(?:the|a|an|my|our)\s/i.test(name) ? name : `the ${name}`
  const shown = Math.abs(value) < 1 ? value : Math.round(value)
  return fillSentence(narratorPhrases[key]?.[0] ?? '', { faction, value: shown, standing, amount: Math.abs(change) })
}
