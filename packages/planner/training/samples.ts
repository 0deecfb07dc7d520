// Writes the training samples for train.py: node training/samples.ts FOLDER [--epochs N] [--without THEME,...]
// They are the sentences of written.json and sentences/, some lines of grammar.json, and pairs of sentences, each disturbed anew in every
// epoch: without capitals, apostrophes or punctuation, or with a typo. It is deterministic.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { flagCount, mostTokens, rowsOf, tableRows, tokensOf } from '../src/intent/tokens.ts'
import { vectorRow } from '../src/intent/vectors.ts'
import { readJson, readThemes, type Sentence } from './sentences.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { epochs: { type: 'string', default: '20' }, without: { type: 'string', default: '' } },
})
const [folder = ''] = positionals
const without = values.without.split(',')

const intents = [
  'question-about-past',
  'keep',
  'question-about-standing',
  'deed-to-others',
  'roll',
  'light',
  'examine-door',
]
const themes = readThemes()
const known = themes.filter(({ name }) => !without.includes(name)).flatMap(({ sentences }) => sentences)

let seed = 20_26
function random(): number {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
  let mixed = seed
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

const choices = new Map(
  ['grammar.json', 'frames.json'].flatMap((file) =>
    Object.entries(readJson(file) as Record<string, string>).map(([name, line]) => [
      `${file}:${name}`,
      line.split('|'),
    ]),
  ),
)
function expand(symbol: string): string {
  const [file = ''] = symbol.split(':')
  return pick(choices.get(symbol)!).replaceAll(/#(\w+)#/g, (_, inner: string) => expand(`${file}:${inner}`))
}
const past = ['question-about-past']
const standing = ['question-about-standing']
const deed = ['deed-to-others']
/** What is generated in every epoch: how many of which symbol, with which intents. */
const generated: [symbol: string, count: number, labels: string[]][] = [
  ['grammar.json:recall', 120, past],
  ['grammar.json:keep', 120, ['keep']],
  ['grammar.json:standing', 120, standing],
  ['grammar.json:deed', 120, deed],
  ['grammar.json:roll', 120, ['roll']],
  ['grammar.json:light', 100, ['light']],
  ['grammar.json:examine', 100, ['examine-door']],
  ['grammar.json:unreal', 250, []],
  ['grammar.json:plain', 250, []],
  ['frames.json:real', 600, deed],
  ['frames.json:unrealdeed', 600, []],
  ['frames.json:fake', 250, []],
  ['frames.json:pastq', 200, past],
  ['frames.json:standq', 200, standing],
  ['frames.json:nowq', 250, []],
  ['frames.json:unrealact', 200, []],
  ['frames.json:insteadlight', 40, ['light']],
  ['frames.json:insteadlook', 40, ['examine-door']],
  ['frames.json:insteaddeed', 60, deed],
  ['frames.json:lit', 50, ['light']],
  ['frames.json:looked', 50, ['examine-door']],
]
/** Acts and questions that are joined to prompts of two. */
const parts: [symbol: string, labels: string[]][] = [
  ['lights', ['light']],
  ['looks', ['examine-door']],
  ['dice', ['roll']],
  ['deed', deed],
  ['keeps', ['keep']],
]
const questions: [symbol: string, labels: string[]][] = [
  ['pastq', past],
  ['standq', standing],
]
function joined(): Sentence {
  const [[left, leftLabels], [right, rightLabels]] = [pick(parts), pick(parts)]
  const [first, second] = [expand(`frames.json:${left}`), expand(`frames.json:${right}`)]
  if (random() < 0.5) {
    const text = pick([
      `I ${first} and ${second}`,
      `${first}, then ${second}`,
      `before I ${second} I ${first}`,
      `First I ${first}, then I ${second}.`,
      `i ${first} then i ${second}`,
      `Once I have done that I ${first} and I ${second}`,
    ])
    return [text, [...leftLabels, ...rightLabels]]
  }
  const [symbol, labels] = pick(questions)
  const question = expand(`frames.json:${symbol}`)
  const text = pick([
    `${question}? I ${first}`,
    `I ${first}. ${question}?`,
    `${first} and ${question}`,
    `${question}, and ${first}`,
    `${first}, and by the way ${question}?`,
  ])
  return [text, [...leftLabels, ...labels]]
}
const openers = [
  'ok ',
  'now ',
  'so ',
  'um ',
  'well, ',
  'ok so ',
  'Hm. ',
  'hey ',
  'alright, ',
  'uh ',
  'Right. ',
  'lol ',
  'anyway, ',
]

function disturb(text: string): string {
  const way = random()
  let line = way < 0.42 ? text.toLowerCase() : text
  if (way < 0.12) line = line.replaceAll(/[.,!?;:]/g, '')
  else if (way < 0.2) line = line.replaceAll(/['’]/g, '')
  if (random() < 0.2) line = line.replace(/[.!?]+$/, '')
  if (random() < 0.08) line = pick(openers) + line
  if (random() < 0.15 && line.length > 4) {
    const at = 1 + Math.floor(random() * (line.length - 2))
    const [before, after] = [line.slice(0, at), line.slice(at + 1)]
    line = pick([
      before + after,
      before + (after[0] ?? '') + line[at] + after.slice(1),
      before + line[at] + line.slice(at),
    ])
  }
  return line
}
const ended = (text: string) => text.replace(/[,\s]*$/, '').replace(/([^.!?"])$/, '$1.')

const forms = new Map<string, number>()
const words: { form: string; vector: number; rows: number[] }[] = []
function formId(form: string): number {
  let id = forms.get(form)
  if (id === undefined) {
    forms.set(form, (id = words.length))
    words.push({ form, vector: vectorRow(form) ?? -1, rows: rowsOf(form) })
  }
  return id
}
/** A sample: its intents as bits, the number of its tokens, and each token's form and flags. */
function encode([text, labels]: Sentence): number[] {
  const wanted = labels.map((label) => intents.indexOf(label))
  if (wanted.includes(-1)) throw new Error(`${text}: unknown intent in ${labels.join(' ')}`)
  const tokens = tokensOf(text).slice(0, mostTokens)
  if (tokens.length === 0) return []
  const bits = [...new Set(wanted)].reduce((sum, intent) => sum + 2 ** intent, 0)
  return [bits, tokens.length, ...tokens.map(({ form, flags }) => formId(form) * 2 ** flagCount + flags)]
}

mkdirSync(folder, { recursive: true })
const write = (name: string, sentences: readonly Sentence[]) =>
  writeFileSync(`${folder}/${name}.bin`, Uint32Array.from(sentences.flatMap((sentence) => encode(sentence))))
for (let epoch = 0; epoch < Number(values.epochs); epoch += 1) {
  const single = known.map(([text, labels]): Sentence => [disturb(text), labels])
  const pairs = Array.from({ length: known.length / 4 }, (): Sentence => {
    const [left, right] = [pick(known), pick(known)]
    return [`${disturb(ended(left[0]))} ${disturb(right[0])}`, [...left[1], ...right[1]]]
  })
  const made = generated.flatMap(([symbol, count, labels]) =>
    Array.from({ length: count }, (): Sentence => [disturb(expand(symbol)), labels]),
  )
  const both = Array.from({ length: 300 }, (): Sentence => {
    const [text, labels] = joined()
    return [disturb(text), labels]
  })
  write(`epoch-${epoch}`, [...single, ...pairs, ...made, ...both])
}
// Sentences that are only scored.
const abilities: Record<string, string> = {
  recall: 'question-about-past',
  remember: 'keep',
  dice: 'roll',
  'standing?': 'question-about-standing',
  'standing!': 'deed-to-others',
  'light-torch': 'light',
  'examine-door': 'examine-door',
}
const held = themes.filter(({ name }) => without.includes(name)).map(({ name, sentences }) => ({ name, sentences }))
const development = ['open', 'sealed'].flatMap(
  (half) => readJson(`../src/eval/${half}-prompts.json`) as { prompt: string; want: string[] }[],
)
held.push({
  name: 'development',
  sentences: development.map(({ prompt, want }): Sentence => [prompt, want.map((name) => abilities[name]!)]),
})
for (const { name, sentences } of held) write(`held-${name}`, sentences)
writeFileSync(
  `${folder}/held.json`,
  JSON.stringify(Object.fromEntries(held.map(({ name, sentences }) => [name, sentences.map(([text]) => text)]))),
)
writeFileSync(`${folder}/words.json`, JSON.stringify({ intents, flagCount, tableRows, words }))
process.stdout.write(`${known.length} sentences, ${words.length} words\n`)
