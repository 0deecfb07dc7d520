/** A byte-level BPE vocabulary in GPT-2's alphabet. */
export interface Vocabulary {
  tokens: string[]
  merges: string[]
  /** Token types of llama.cpp: 1 normal, 3 control. */
  types: number[]
  /** Whether a token's text is printable ASCII. */
  printable: boolean[]
  eos: number
  start: number
}

const text = `You light the torch and examine the door. Rolls dice when chance decides: any dice notation, advantage, and a default
roll for risky tasks. The player's words; formula, task and difficulty are read from them. Remembers what happened and recalls it when
the story comes back to it. Changes and tells the player's reputation with a faction, a guild or a town. Describes, tells, shows what
the player sees, hears and finds. {"steps":[{"do":"","with":{"formula":"2d6+3","target":"mysterious_door"},"after":[0]}],"say":""}
{"name":"","for":"","input":{"type":"string"}} skills: disabled: candidates: state: before: player: one line of JSON, nothing else.
which of the tools does it take? choose the steps in the order in which the player says them, only those that are needed, often none.`

/**
 * Makes a vocabulary of the bytes, the given merges (or that many learnt from a short English text), control tokens, and
 * padding up to `size`.
 */
export function createVocabulary(spec: { size?: number; merges: number | readonly string[] }): Vocabulary {
  const { size } = spec
  const alphabet = byteAlphabet()
  const symbols = () => [...Buffer.from(text)].map((byte) => alphabet[byte] ?? '')
  const merges = typeof spec.merges === 'number' ? learnMerges(symbols(), spec.merges) : [...spec.merges]
  const tokens = [...alphabet, ...new Set(merges.map((merge) => merge.replace(' ', '')))]
  const types = tokens.map(() => 1)
  const start = tokens.length
  tokens.push('<|im_start|>', '<|im_end|>', '<|endoftext|>')
  types.push(3, 3, 3)
  for (let index = 0; tokens.length < (size ?? 0); index += 1) {
    tokens.push(`~${index.toString(36)}`)
    types.push(1)
  }
  const printable = tokens.map((token, index) => types[index] === 1 && /^[!-~\u0120]+$/.test(token))
  return { tokens, merges, types, printable, eos: start + 1, start }
}

/** GPT-2's alphabet: a character for each byte, other characters for those that are not printable. */
export function byteAlphabet(): string[] {
  const shown = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(shown(byte) ? byte : next++))
}

function learnMerges(symbols: string[], count: number): string[] {
  const merges: string[] = []
  let words = symbols
  while (merges.length < count) {
    const pairs = new Map<string, number>()
    for (let at = 1; at < words.length; at += 1) {
      const left = words[at - 1] ?? ''
      const right = words[at] ?? ''
      // A token may start with a space but not end with one.
      if (!right.startsWith('\u0120')) pairs.set(`${left} ${right}`, (pairs.get(`${left} ${right}`) ?? 0) + 1)
    }
    const [best, often] = [...pairs].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    if (often < 2) break
    merges.push(best)
    words = merge(words, best)
  }
  return merges
}

function merge(words: string[], pair: string): string[] {
  const [left, right] = pair.split(' ')
  const merged: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const both = words[at] === left && words[at + 1] === right
    merged.push(both ? `${left}${right}` : (words[at] ?? ''))
    if (both) at += 1
  }
  return merged
}
