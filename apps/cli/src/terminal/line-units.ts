import { widthOf } from './text-width.ts'

let graphemes: Intl.Segmenter | undefined
/** Characters that must not begin a line: closing punctuation, and small kana. */
const closes = /^[\p{Pe}\p{Pf}、。，．・：；？！…‥ー～ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ%％]/u
/** Characters that must not end a line. */
const opens = /[\p{Ps}\p{Pi}]$/u

/**
 * Splits a word where a line may break: between wide characters, as in Chinese and Japanese text, never between narrow ones.
 * Text that is appended to the word changes only the last unit.
 */
export function lineUnits(word: string): string[] {
  if (/^[ -~]*$/.test(word)) return word === '' ? [] : [word]
  // Created on first use: it takes some 15 ms of a start, and most text needs none.
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const units: string[] = []
  let [unit, wasWide] = ['', false]
  for (const { segment } of graphemes.segment(word)) {
    const isWide = widthOf(segment) > 1
    if (unit !== '' && (wasWide || isWide) && !closes.test(segment) && !opens.test(unit)) {
      units.push(unit)
      unit = ''
    }
    unit += segment
    wasWide = isWide
  }
  return [...units, unit]
}
