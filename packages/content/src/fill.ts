/** Fills the places of a sentence, such as `{total}`. A place without a value stays as it is. */
export function fillSentence(sentence: string, values: Record<string, string | number>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
