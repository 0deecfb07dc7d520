import model from './weights.json' with { type: 'json' }
import { flagCount, mostTokens, rowsOf, type Token, tokensOf } from './tokens.ts'
import { addVector, dimensions, readBytes, vectorRow } from './vectors.ts'

/** The intents in the order of their scores. */
export const intents: readonly string[] = model.intents

const { hidden, embedding } = model
const width = dimensions + embedding + flagCount

/** Trained weights: signed bytes, each a multiple of the scale. */
interface Weights {
  scale: number
  values: Int8Array
}
interface Network {
  table: Weights
  output: Weights
  outputBias: Weights
  directions: readonly Direction[]
}
/** One row for each input and one for each unit of the state before; a row has the weights of all gates. */
interface Direction {
  input: Weights
  state: Weights
  inputBias: Weights
  stateBias: Weights
}

let networks: readonly Network[] | undefined

// Read when first needed, because many programs load the package and plan nothing.
function load(): readonly Network[] {
  networks ??= model.networks.map((packed) => ({
    table: read(packed.table),
    output: read(packed.output),
    outputBias: read(packed.outputBias),
    directions: [0, 1].map((direction) => ({
      input: half(read(packed.input), direction),
      state: half(read(packed.state), direction),
      inputBias: half(read(packed.inputBias), direction),
      stateBias: half(read(packed.stateBias), direction),
    })),
  }))
  return networks
}

function read({ scale, bytes }: { scale: number; bytes: string }): Weights {
  return { scale, values: readBytes(bytes) }
}

function half({ scale, values }: Weights, direction: number): Weights {
  return { scale, values: values.subarray((direction * values.length) / 2, ((direction + 1) * values.length) / 2) }
}

/** A token's place in the text and its score for each intent; an intent is there from 0 on. */
export interface TokenScores {
  start: number
  scores: number[]
}

/** If the first network's best score of each intent is this far from 0, the others are left out: in 6,000 sentences they never changed the sign. */
const sure = 4

/**
 * Reads a cleaned text: gated recurrent units in both directions over its tokens, the mean of several networks. A long text is read by
 * one network, for its time, and so is a clear one.
 */
export function scoreTokens(text: string): TokenScores[] {
  const tokens = tokensOf(text)
  const parts = partsOf(tokens)
  const [first, ...others] = load().map((network) => () => parts.flatMap((part) => scoresOf(part, network)))
  const readings = [first!()]
  if (tokens.length <= 2 * mostTokens && !isSure(readings[0]!)) readings.push(...others.map((read) => read()))
  const mean = (at: number, intent: number) =>
    readings.reduce((sum, scores) => sum + scores[at]![intent]!, 0) / readings.length
  return tokens.map(({ start }, at) => ({ start, scores: intents.map((_, intent) => mean(at, intent)) }))
}

function isSure(scores: readonly Float64Array[]): boolean {
  return intents.every((_, intent) => Math.abs(Math.max(...scores.map((each) => each[intent]!))) >= sure)
}

/** Cuts tokens into parts of bounded length, at the end of a sentence where there is one. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  let rest = [...tokens]
  while (rest.length > mostTokens) {
    const end = rest.slice(0, mostTokens).findLastIndex(({ form }) => /^[.!?;]/.test(form)) + 1
    parts.push(rest.slice(0, end || mostTokens))
    rest = rest.slice(end || mostTokens)
  }
  return rest.length > 0 ? [...parts, rest] : parts
}

function scoresOf(tokens: readonly Token[], { table, output, outputBias, directions }: Network): Float64Array[] {
  const inputs = tokens.map((token) => inputOf(token, table))
  const forward = statesOf(inputs, directions[0]!)
  const backward = statesOf(inputs.toReversed(), directions[1]!).toReversed()
  return inputs.map((_, at) => weighted([...forward[at]!, ...backward[at]!], output, outputBias))
}

function inputOf({ form, flags }: Token, { scale, values }: Weights): Float32Array {
  const input = new Float32Array(width)
  const row = vectorRow(form)
  if (row !== undefined) addVector(row, input)
  const rows = rowsOf(form)
  for (const part of rows)
    for (let unit = 0; unit < embedding; unit += 1)
      input[dimensions + unit]! += (values[part * embedding + unit]! * scale) / rows.length
  for (let flag = 0; flag < flagCount; flag += 1) input[dimensions + embedding + flag] = (flags >> flag) & 1
  return input
}

function statesOf(inputs: readonly Float32Array[], { input, state, inputBias, stateBias }: Direction): Float32Array[] {
  let before = new Float32Array(hidden)
  return inputs.map((token) => {
    const given = weighted(token, input, inputBias)
    const recurrent = weighted(before, state, stateBias)
    const next = new Float32Array(hidden)
    for (let unit = 0; unit < hidden; unit += 1) {
      const update = sigmoid(given[unit]! + recurrent[unit]!)
      const reset = sigmoid(given[hidden + unit]! + recurrent[hidden + unit]!)
      const candidate = Math.tanh(given[2 * hidden + unit]! + reset * recurrent[2 * hidden + unit]!)
      next[unit] = (1 - update) * candidate + update * before[unit]!
    }
    before = next
    return next
  })
}

/** The sum of all rows, each times its value, and the bias. */
function weighted(values: ArrayLike<number>, rows: Weights, bias: Weights): Float64Array {
  const columns = bias.values.length
  const sums = new Float64Array(columns)
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    if (value === 0) continue
    const from = row * columns
    for (let column = 0; column < columns; column += 1) sums[column]! += rows.values[from + column]! * value
  }
  for (let column = 0; column < columns; column += 1)
    sums[column] = sums[column]! * rows.scale + bias.values[column]! * bias.scale
  return sums
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
