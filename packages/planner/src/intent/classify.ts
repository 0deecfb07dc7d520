import type { Trigger } from '@narratoria/protocol/skill'
import { bucketOf, featuresOf } from './features.ts'
import model from './weights.json' with { type: 'json' }

/** What a player can mean that the classifier knows. A trigger names one of them as `intent`. */
export type IntentName = NonNullable<Trigger['intent']>

const intents = model.intents as IntentName[]
/** The number of weights of each intent. Features share weights by their hash. */
const buckets = model.buckets
const weights = Int8Array.from(Buffer.from(model.weights, 'base64'))

/** Below this score, an intent is ruled out even if a phrase or pattern of the script occurs. */
const ruledOut = -2.5

/** What a segment means, and what it does not mean in spite of its words. A wish to keep something is no question or deed. */
export function readIntents(text: string): { intents: IntentName[]; ruledOut: IntentName[] } {
  const features = featuresOf(text)
  const scores = intents.map((_, row) => scoreOf(features, row))
  const of = (name: IntentName) => scores[intents.indexOf(name)] ?? 0
  if (of('keep') >= 0 && of('keep') > of('question-about-past')) {
    return { intents: ['keep'], ruledOut: intents.filter((name) => name !== 'keep') }
  }
  return {
    intents: intents.filter((_, row) => scores[row]! >= 0),
    ruledOut: intents.filter((_, row) => scores[row]! < ruledOut),
  }
}

/** The features of a text that decided for or against an intent, strongest first, with their weights. */
export function explainIntent(text: string, intent: IntentName): { feature: string; weight: number }[] {
  const row = intents.indexOf(intent)
  return featuresOf(text)
    .map((feature) => ({ feature, weight: weightOf(feature, row) }))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}

function scoreOf(features: readonly string[], intent: number): number {
  const sum = features.reduce((total, feature) => total + weightOf(feature, intent), 0)
  return sum / Math.sqrt(features.length) + (model.bias[intent] ?? 0)
}

function weightOf(feature: string, intent: number): number {
  return (weights[intent * buckets + bucketOf(feature, buckets)] ?? 0) * (model.scale[intent] ?? 0)
}
