import words from '../../content/en.json' with { type: 'json' }
import type { Subject } from '../subject.ts'

/** What a description says that can be seen in a silhouette. */
export type Feature = keyof typeof words.features

/** What a silhouette is drawn from. */
export interface Look {
  features: ReadonlySet<Feature>
  /** The colour of the clothes. Defaults to one by the person's key. */
  colour?: string
}

/** Finds what a description, the name and the other names of a person say of how they look. */
export function lookOf({ name, aliases, description }: Pick<Subject, 'name' | 'aliases' | 'description'>): Look {
  const text = ` ${[name, ...aliases, description]
    .join(' ; ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’;]+/gu, ' ')} `
  const has = (word: string) => text.includes(` ${word.replaceAll('-', ' ')} `)
  const features = Object.entries(words.features)
    .filter(([, all]) => all.some(has))
    .map(([feature]) => feature as Feature)
  const colours = Object.entries(words.colours).flatMap(([colour, all]) =>
    all.filter(has).map((word) => ({ colour, at: text.indexOf(` ${word} `) })),
  )
  const [first] = colours.toSorted((a, b) => a.at - b.at)
  return { features: new Set(features), ...(first && { colour: first.colour }) }
}
