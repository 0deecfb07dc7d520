import { premiseContent } from '@narratoria/content/premises'

/** Chooses one of several texts of a key, each before any again. */
export type Choose = (key: string) => string

/** A chooser of the texts of the content. A key without texts is a text itself. */
export function chooserOf(random: () => number): Choose {
  const left = new Map<string, string[]>()
  return (key) => {
    const rest = left.get(key) ?? []
    if (rest.length === 0) rest.push(...shuffled([premiseContent.phrases[key] ?? key].flat(), random))
    left.set(key, rest)
    return rest.pop()!
  }
}

/** A list in an order that the random numbers give. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}
