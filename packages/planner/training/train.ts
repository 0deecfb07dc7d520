// Trains the classifier of intents: node packages/planner/training/train.ts
// Writes src/intent/weights.json. It is deterministic: the same grammar gives the same weights.
import { readFileSync, writeFileSync } from 'node:fs'
import { bucketOf, featuresOf } from '../src/intent/features.ts'
import { splitClauses } from '../src/text/clauses.ts'
import { segmentsOf } from '../src/text/segments.ts'
import { cleanText } from '../src/text/words.ts'

const buckets = 32_768
const epochs = 8
const perSymbol = 3_500
const symbols: Record<string, string[]> = {
  recall: ['question-about-past'],
  keep: ['keep'],
  standing: ['question-about-standing'],
  deed: ['deed-to-others'],
  roll: ['roll'],
  light: ['light'],
  examine: ['examine-door'],
  unreal: [],
  plain: [],
}
const intents = [...new Set(Object.values(symbols).flat())]
const grammar = JSON.parse(readFileSync(new URL('grammar.json', import.meta.url), 'utf8')) as Record<string, string>
const choices = new Map(Object.entries(grammar).map(([name, line]) => [name, line.split('|')]))

let seed = 20_26
function random(): number {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
  let mixed = seed
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
const expand = (name: string): string =>
  pick(choices.get(name)!).replaceAll(/#(\w+)#/g, (_, inner: string) => expand(inner))

const openers = [
  '',
  '',
  '',
  '',
  '',
  '',
  'ok ',
  'now ',
  'then ',
  'so ',
  'and ',
  'but ',
  'carefully ',
  'um ',
  'wait, ',
  'please ',
  'next ',
  'first ',
  'hey ',
  'afterwards ',
  'and afterwards ',
  'after that ',
  'finally ',
  'kneeling ',
  'and then ',
  'right, ',
]
const closers = [
  '',
  '',
  '',
  '',
  '',
  '',
  ' now',
  ' please',
  ' again',
  ' quickly',
  ' as well',
  ' for a while',
  ' with care',
  ' in the dark',
  ' would you',
  ' if you please',
  ' behind me',
  ' instead',
  ' properly',
  ' over carefully',
  ' he was watching',
  ' that the boy guards',
  ' on the way',
]
function disturb(text: string): string {
  let line = pick(openers) + text
  if (!/[?.!]$/.test(line)) line += pick(closers)
  if (random() < 0.15) {
    const at = 1 + Math.floor(random() * (line.length - 2))
    line =
      random() < 0.5
        ? line.slice(0, at) + line.slice(at + 1)
        : line.slice(0, at) + line[at + 1] + line[at] + line.slice(at + 2)
  }
  return line
}

interface Sample {
  at: number[]
  wanted: Set<string>
}
const toSample = (text: string, wanted: string[]): Sample => ({
  at: featuresOf(text).map((feature) => bucketOf(feature, buckets)),
  wanted: new Set(wanted),
})
/** Sentences that people wrote, with the intents of each. */
const written = JSON.parse(readFileSync(new URL('written.json', import.meta.url), 'utf8')) as [string, string[]][]
const perWritten = 15
const sentences = written.map(([text, wanted]) => {
  const clean = cleanText(text)
  return { segments: segmentsOf(clean, splitClauses(clean)).map((segment) => segment.text), wanted }
})

/** Samples of the written sentences. Which segment has which intent is guessed by the weights so far. */
function writtenSamples(): Sample[] {
  const score = (text: string, intent: string) => {
    const row = intents.indexOf(intent)
    const at = featuresOf(text).map((feature) => bucketOf(feature, buckets))
    return at.reduce((sum, index) => sum + weights[row]![index]!, 0) / Math.sqrt(at.length) + bias[row]!
  }
  return sentences.flatMap(({ segments, wanted }) => {
    const labels = segments.map(() => [] as string[])
    for (const intent of wanted) {
      const best = segments.map((text) => score(text, intent))
      labels[best.indexOf(Math.max(...best))]?.push(intent)
    }
    return segments.flatMap((text, at) =>
      Array.from({ length: perWritten }, (_, copy) => toSample(copy === 0 ? text : disturb(text), labels[at]!)),
    )
  })
}
const counts: Record<string, number> = { unreal: 4, plain: 3 }
const generated = Object.entries(symbols).flatMap(([symbol, wanted]) =>
  Array.from({ length: perSymbol * (counts[symbol] ?? 1) }, () => toSample(disturb(expand(symbol)), wanted)),
)

const weights = intents.map(() => new Float64Array(buckets))
const bias = intents.map(() => 0)
for (let epoch = 0; epoch < epochs; epoch += 1) {
  const samples = epoch < 2 ? [...generated] : [...generated, ...writtenSamples()]
  for (let at = samples.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[samples[at], samples[other]] = [samples[other]!, samples[at]!]
  }
  const rate = 1.5 / (1 + epoch)
  for (const { at, wanted } of samples) {
    const share = 1 / Math.sqrt(at.length)
    for (const [row, intent] of intents.entries()) {
      const own = weights[row]!
      let sum = bias[row]!
      for (const index of at) sum += own[index]! * share
      const error = (wanted.has(intent) ? 1 : 0) - 1 / (1 + Math.exp(-sum))
      if (Math.abs(error) < 0.01) continue
      bias[row]! += rate * error * 0.1
      for (const index of at) own[index]! += rate * (error * share - 1e-6 * own[index]!)
    }
  }
}
const scale = weights.map((row) => row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127)
const bytes = Buffer.concat(
  weights.map((row, at) => Buffer.from(Int8Array.from(row, (weight) => Math.round(weight / scale[at]!)).buffer)),
)
const model = { intents, buckets, bias, scale, weights: bytes.toString('base64') }
writeFileSync(new URL('../src/intent/weights.json', import.meta.url), `${JSON.stringify(model)}\n`)
