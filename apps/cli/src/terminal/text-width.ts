import { eastAsianWidth } from 'get-east-asian-width'

export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  // Combining marks and joiners have no width.
  for (const character of text.replaceAll(/\p{Mark}|[\u200B-\u200D]|[\uFE00-\uFE0F]/gu, ''))
    width += eastAsianWidth(character.codePointAt(0) ?? 0)
  return width
}
