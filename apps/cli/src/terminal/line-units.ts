import { widthOf } from './text-width.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** What must not begin a line: marks that close something, and small kana. */
const closes = /^[\p{Pe}\p{Pf}、。，．・：；？！…‥ー～ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ%％]/u
/** What must not end one. */
const opens = /[\p{Ps}\p{Pi}]$/u

/**
 * Cuts a word where a line may break within it: between wide characters, as Chinese and Japanese are set, and nowhere
 * in words of narrow ones. However much is added to a word, its units but the last stay what they are.
 */
export function lineUnits(word: string): string[] {
  if (/^[ -~]*$/.test(word)) return word === '' ? [] : [word]
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
