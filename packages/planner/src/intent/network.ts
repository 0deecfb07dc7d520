import model from './weights.json' with { type: 'json' }
import { flagCount, mostTokens, rowsOf, type Token, tokensOf } from './tokens.ts'
import { addVector, dimensions, readBytes, vectorRow } from './vectors.ts'

/** The intents in the order of their scores. */
export const intents: readonly string[] = model.intents

const { hidden, embedding } = model
const gates = 3 * hidden
const width = dimensions + embedding + flagCount

interface Network {
  table: Float32Array
  output: Float32Array
  outputBias: Float32Array
  /** The weights of both directions, transposed, so that those of a gate are adjacent. */
  directions: readonly Direction[]
}
interface Direction {
  input: Float32Array
  state: Float32Array
  inputBias: Float32Array
  stateBias: Float32Array
}

let networks: readonly Network[] | undefined

// Read when first needed, because many programs load the package and plan nothing.
function load(): readonly Network[] {
  networks ??= model.networks.map((packed) => {
    const [input, state, inputBias, stateBias] = [
      read(packed.input),
      read(packed.state),
      read(packed.inputBias),
      read(packed.stateBias),
    ]
    const half = (values: Float32Array, direction: number) =>
      values.subarray((direction * values.length) / 2, ((direction + 1) * values.length) / 2)
    return {
      table: read(packed.table),
      output: read(packed.output),
      outputBias: read(packed.outputBias),
      directions: [0, 1].map((direction) => ({
        input: transposed(half(input, direction), width),
        state: transposed(half(state, direction), hidden),
        inputBias: half(inputBias, direction),
        stateBias: half(stateBias, direction),
      })),
    }
  })
  return networks
}

function read({ scale, bytes }: { scale: number; bytes: string }): Float32Array {
  const values = Float32Array.from(readBytes(bytes))
  for (let at = 0; at < values.length; at += 1) values[at]! *= scale
  return values
}

function transposed(values: Float32Array, rows: number): Float32Array {
  const columns = values.length / rows
  const result = new Float32Array(values.length)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) result[column * rows + row] = values[row * columns + column]!
  return result
}

/** A token's place in the text and its score for each intent; an intent is there from 0 on. */
export interface TokenScores {
  start: number
  scores: number[]
}

/**
 * Reads a cleaned text: gated recurrent units in both directions over its tokens, the mean of several networks. A long text is read by
 * one network, for its time.
 */
export function scoreTokens(text: string): TokenScores[] {
  const tokens = tokensOf(text)
  const readers = tokens.length > 2 * mostTokens ? load().slice(0, 1) : load()
  const result: TokenScores[] = []
  for (const part of partsOf(tokens)) {
    const sums = part.map(() => intents.map(() => 0))
    for (const network of readers)
      for (const [at, scores] of scoresOf(part, network).entries())
        for (const [intent, score] of scores.entries()) sums[at]![intent]! += score / readers.length
    for (const [at, { start }] of part.entries()) result.push({ start, scores: sums[at]! })
  }
  return result
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

function scoresOf(tokens: readonly Token[], { table, output, outputBias, directions }: Network): number[][] {
  const inputs = tokens.map((token) => inputOf(token, table))
  const forward = statesOf(inputs, directions[0]!)
  const backward = statesOf(inputs.toReversed(), directions[1]!).toReversed()
  return inputs.map((_, at) =>
    intents.map((__, intent) => {
      let sum = outputBias[intent]!
      for (let unit = 0; unit < hidden; unit += 1)
        sum +=
          forward[at]![unit]! * output[unit * intents.length + intent]! +
          backward[at]![unit]! * output[(hidden + unit) * intents.length + intent]!
      return sum
    }),
  )
}

function inputOf({ form, flags }: Token, table: Float32Array): Float32Array {
  const input = new Float32Array(width)
  const row = vectorRow(form)
  if (row !== undefined) addVector(row, input)
  const rows = rowsOf(form)
  for (const part of rows)
    for (let unit = 0; unit < embedding; unit += 1)
      input[dimensions + unit]! += table[part * embedding + unit]! / rows.length
  for (let flag = 0; flag < flagCount; flag += 1) input[dimensions + embedding + flag] = (flags >> flag) & 1
  return input
}

function statesOf(inputs: readonly Float32Array[], { input, state, inputBias, stateBias }: Direction): Float32Array[] {
  let before = new Float32Array(hidden)
  const given = new Float32Array(gates)
  const recurrent = new Float32Array(gates)
  return inputs.map((token) => {
    for (let gate = 0; gate < gates; gate += 1) {
      given[gate] = inputBias[gate]! + product(input, gate * width, token)
      recurrent[gate] = stateBias[gate]! + product(state, gate * hidden, before)
    }
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

function product(weights: Float32Array, from: number, values: Float32Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += weights[from + at]! * values[at]!
  return sum
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
