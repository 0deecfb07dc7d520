import { byteAlphabet } from './vocabulary.ts'

/**
 * Finds the merges of a byte-pair vocabulary from its tokens, sorted by rank as in tiktoken. Returns them in the alphabet of
 * GPT-2, as in a GGUF file.
 */
export function mergesOfRanks(tokens: readonly Uint8Array[]): string[] {
  const alphabet = byteAlphabet()
  const ranks = new Map(tokens.map((token, rank) => [Buffer.from(token).toString('latin1'), rank]))
  const written = (bytes: string) => Array.from(bytes, (byte) => alphabet[byte.charCodeAt(0)]).join('')
  const merges: string[] = []
  for (const [token, rank] of ranks) {
    if (token.length === 1) continue
    const parts = splitBelow(token, rank, ranks)
    if (parts.length === 2) merges.push(parts.map(written).join(' '))
  }
  return merges
}

// The parts of a token after all merges of a lower rank: the two that its own merge joins.
function splitBelow(token: string, rank: number, ranks: ReadonlyMap<string, number>): string[] {
  const parts = token.split('')
  while (parts.length > 2) {
    let [best, at] = [rank, -1]
    for (let index = 1; index < parts.length; index += 1) {
      const pair = ranks.get(parts[index - 1]! + parts[index]!)
      if (pair !== undefined && pair < best) [best, at] = [pair, index]
    }
    if (at === -1) break
    parts.splice(at - 1, 2, parts[at - 1]! + parts[at]!)
  }
  return parts
}
