import cl100k from 'js-tiktoken/ranks/cl100k_base'
import { Tiktoken } from 'js-tiktoken/lite'
import { expect, it } from 'vitest'
import { mergesOfRanks } from '../../../src/testing/random-model/merges-of-ranks.ts'

it('merges of ranks cut words as the tokenizer does that the ranks are of', () => {
  const tokens: Uint8Array[] = []
  for (const line of cl100k.bpe_ranks.split('\n')) {
    const [, offset, ...encoded] = line.split(' ')
    encoded.forEach((token, at) => (tokens[Number(offset) + at] = Buffer.from(token, 'base64')))
  }
  const merges = mergesOfRanks(tokens.slice(0, 20_000))
  const rankOf = new Map(merges.map((merge, rank) => [merge, rank]))
  const mergeAll = (word: string) => {
    const parts = word.replace(' ', '\u0120').split('')
    for (;;) {
      const ranks = parts.slice(1).map((part, at) => rankOf.get(`${parts[at]} ${part}`) ?? Infinity)
      const best = Math.min(...ranks)
      if (best === Infinity) return parts.map((part) => part.replace('\u0120', ' '))
      const at = ranks.indexOf(best)
      parts.splice(at, 2, parts[at]! + parts[at + 1]!)
    }
  }
  const tokenizer = new Tiktoken(cl100k)
  const words = ['light', ' torch', ' examine', ' remember', ' through', ' door', ' walking', ' lantern', ' unlock']
  // Of the first ranks alone, so that only words of those can be compared.
  const compared = words.filter((word) => tokenizer.encode(word).every((token) => token < 20_000))
  expect(compared.length).toBeGreaterThan(4)
  expect(compared.map(mergeAll)).toEqual(
    compared.map((word) => tokenizer.encode(word).map((token) => tokenizer.decode([token]))),
  )
})
