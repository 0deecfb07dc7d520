import { type GgufTensor, type GgufValue, tensorBytes, type TensorFormat, writeGguf } from './gguf-writer.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The shape of a model with random weights. */
export interface ModelShape {
  layers: number
  width: number
  heads: number
  kvHeads: number
  feedForward: number
  contextLength: number
  /** Number of tokens. Defaults to the size of the vocabulary. */
  vocabulary?: number
  /** Number of byte merges to learn from a short English text, or the merges of a real vocabulary. More merges make shorter prompts. */
  merges: number | readonly string[]
  format: TensorFormat
  /** Whether the output layer is the input layer, as in small models; it then has no bias towards readable text. */
  tied?: boolean
}

/** A model of about a megabyte that loads in milliseconds. */
export const tinyShape: ModelShape = {
  layers: 2,
  width: 64,
  heads: 4,
  kvHeads: 2,
  feedForward: 128,
  contextLength: 8192,
  merges: 400,
  format: 'f32',
}

/** The shape of Qwen2.5-0.5B with four bits per weight. */
export const halfBillionShape: ModelShape = {
  layers: 24,
  width: 896,
  heads: 14,
  kvHeads: 2,
  feedForward: 4864,
  contextLength: 32_768,
  vocabulary: 151_936,
  merges: 1_500,
  format: 'q4_0',
  tied: true,
}

const template = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

/**
 * Writes a GGUF model with random weights, which loads, evaluates and generates like a real model of its shape. The same seed
 * gives the same file.
 */
export function writeRandomModel(path: string, shape: ModelShape = tinyShape, seed = 1): void {
  const vocabulary = createVocabulary({ size: shape.vocabulary, merges: shape.merges })
  writeGguf(path, metadataOf(shape, vocabulary), tensorsOf(shape, vocabulary, randomOf(seed)))
}

function metadataOf(shape: ModelShape, { tokens, types, merges, eos, start }: Vocabulary): Record<string, GgufValue> {
  const u32 = (value: number): GgufValue => ({ type: 'u32', value })
  return {
    'general.architecture': { type: 'string', value: 'qwen2' },
    'general.name': { type: 'string', value: 'Random weights' },
    'qwen2.context_length': u32(shape.contextLength),
    'qwen2.embedding_length': u32(shape.width),
    'qwen2.block_count': u32(shape.layers),
    'qwen2.feed_forward_length': u32(shape.feedForward),
    'qwen2.attention.head_count': u32(shape.heads),
    'qwen2.attention.head_count_kv': u32(shape.kvHeads),
    'qwen2.attention.layer_norm_rms_epsilon': { type: 'f32', value: 1e-6 },
    'qwen2.rope.freq_base': { type: 'f32', value: 1_000_000 },
    'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
    'tokenizer.ggml.pre': { type: 'string', value: 'qwen2' },
    'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
    'tokenizer.ggml.token_type': { type: 'i32s', value: types },
    'tokenizer.ggml.merges': { type: 'strings', value: merges },
    'tokenizer.ggml.bos_token_id': u32(start + 2),
    'tokenizer.ggml.eos_token_id': u32(eos),
    'tokenizer.ggml.padding_token_id': u32(start + 2),
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
    'tokenizer.chat_template': { type: 'string', value: template },
  }
}

type Random = () => number

interface Matrix {
  columns: number
  rows: number
  /** The number in the first column of a row, in standard deviations. Defaults to a random one. */
  first?: (row: number) => number
  /** True for rows that are all zero. */
  zero?: (row: number) => boolean
}

// The first number of the residual stream is the same for every token and nothing writes to it, so that the output
// layer's first column acts as a bias: towards printable text, the end of strings and one more of everything, away from
// broken UTF-8.
function tensorsOf(shape: ModelShape, vocabulary: Vocabulary, random: Random): GgufTensor[] {
  const { width, feedForward, format, tied } = shape
  const kvWidth = (width / shape.heads) * shape.kvHeads
  const count = vocabulary.tokens.length
  const matrix = (name: string, spec: Matrix): GgufTensor => ({
    name,
    dimensions: [spec.columns, spec.rows],
    format,
    rows: () => matrixRows(spec, format, random),
  })
  const vector = (name: string, size: number, value: number): GgufTensor => ({
    name,
    dimensions: [size],
    format: 'f32',
    rows: () => [new Uint8Array(new Float32Array(size).fill(value).buffer)],
  })
  const isFirst = (row: number) => row === 0
  const blocks = Array.from({ length: shape.layers }, (_, index) => `blk.${index}.`).flatMap((block) => [
    vector(`${block}attn_norm.weight`, width, 1),
    matrix(`${block}attn_q.weight`, { columns: width, rows: width }),
    matrix(`${block}attn_k.weight`, { columns: width, rows: kvWidth }),
    matrix(`${block}attn_v.weight`, { columns: width, rows: kvWidth }),
    vector(`${block}attn_q.bias`, width, 0),
    vector(`${block}attn_k.bias`, kvWidth, 0),
    vector(`${block}attn_v.bias`, kvWidth, 0),
    matrix(`${block}attn_output.weight`, { columns: width, rows: width, zero: isFirst }),
    vector(`${block}ffn_norm.weight`, width, 1),
    matrix(`${block}ffn_gate.weight`, { columns: width, rows: feedForward }),
    matrix(`${block}ffn_up.weight`, { columns: width, rows: feedForward }),
    matrix(`${block}ffn_down.weight`, { columns: feedForward, rows: width, zero: isFirst }),
  ])
  const bias = (token: number) => biasOf(vocabulary, token)
  return [
    matrix('token_embd.weight', { columns: width, rows: count, first: () => 3 }),
    ...blocks,
    vector('output_norm.weight', width, 1),
    ...(tied ? [] : [matrix('output.weight', { columns: width, rows: count, first: bias })]),
  ]
}

function biasOf({ tokens, printable }: Vocabulary, token: number): number {
  const text = tokens[token] ?? ''
  if (text.includes('"')) return 2
  if (/[{,]/.test(text)) return 1.7
  return printable[token] ? 1 : -3
}

function* matrixRows(
  { columns, rows, first, zero }: Matrix,
  format: TensorFormat,
  random: Random,
): Iterable<Uint8Array> {
  const scale = 1 / Math.sqrt(columns)
  for (let row = 0; row < rows; row += 1) {
    if (zero?.(row)) yield encodeRow(new Float32Array(columns), format)
    else if (format === 'f32') {
      const numbers = Float32Array.from({ length: columns }, () => (random() - 0.5) * 3.46 * scale)
      if (first) numbers[0] = first(row) * scale * 4
      yield encodeRow(numbers, format)
    } else yield randomRow(columns, format, { scale, random, first: first?.(row) })
  }
}

function encodeRow(numbers: Float32Array, format: TensorFormat): Uint8Array {
  if (format === 'f32') return new Uint8Array(numbers.buffer)
  const bytes = new Uint8Array(tensorBytes(format, numbers.length))
  if (format === 'q4_0') for (let at = 0; at < bytes.length; at += 18) bytes.fill(0x88, at + 2, at + 18)
  return bytes
}

// Quantised blocks of 32 numbers: a half-precision scale, then random bits.
function randomRow(
  columns: number,
  format: 'q8_0' | 'q4_0',
  { scale, random, first }: { scale: number; random: Random; first: number | undefined },
): Uint8Array {
  const bytes = new Uint8Array(tensorBytes(format, columns))
  const words = new Uint32Array(Math.ceil(bytes.length / 4))
  for (let at = 0; at < words.length; at += 1) words[at] = random() * 0x1_0000_0000
  bytes.set(new Uint8Array(words.buffer, 0, bytes.length))
  const block = format === 'q4_0' ? 18 : 34
  const half = toHalf((scale * 1.7) / (format === 'q4_0' ? 8 : 127))
  for (let at = 0; at < bytes.length; at += block) {
    bytes[at] = half & 0xff
    bytes[at + 1] = half >> 8
  }
  if (first !== undefined) {
    const level = Math.max(-1, Math.min(1, first / 3))
    if (format === 'q4_0') bytes[2] = ((bytes[2] ?? 0) & 0xf0) | Math.round(8 + level * 7)
    else bytes[2] = Math.round(level * 127) & 0xff
  }
  return bytes
}

function toHalf(value: number): number {
  const exponent = Math.floor(Math.log2(value))
  return ((exponent + 15) << 10) | Math.round((value / 2 ** exponent - 1) * 1023)
}

// xorshift128: fast enough for hundreds of millions of weights, and deterministic.
function randomOf(seed: number): Random {
  let [a, b, c, d] = [seed | 0 || 1, 362_436_069, 521_288_629, 88_675_123]
  return () => {
    const t = a ^ (a << 11)
    ;[a, b, c] = [b, c, d]
    d = d ^ (d >>> 19) ^ t ^ (t >>> 8)
    return (d >>> 0) / 0x1_0000_0000
  }
}
