import { nounKinds } from '@narratoria/content/premises'
import { singularOf } from './words.ts'

/** What a common noun is, by the content: of groups, stuff and matters one can only speak. */
export type NounKind = Exclude<keyof typeof nounKinds, 'verb'>

let kinds: Map<string, NounKind> | undefined
let verbs: Set<string> | undefined

/** What a common noun is, in the singular or the plural. Of a word with hyphens the last part counts. */
export function nounKindOf(word: string): NounKind | undefined {
  const known = (kinds ??= new Map(
    Object.entries(nounKinds).flatMap(([kind, words]) =>
      kind === 'verb' ? [] : words.split(' ').map((each): [string, NounKind] => [each, kind as NounKind]),
    ),
  ))
  const last = word.toLowerCase()
  const found = singulars(last).flatMap((one) => known.get(one) ?? [])[0]
  return found ?? (last.includes('-') ? nounKindOf(last.slice(last.lastIndexOf('-') + 1)) : undefined)
}

/** Whether a word can only be a noun: `potatoes`, not `turns`. */
export function isOnlyNoun(word: string): boolean {
  verbs ??= new Set(nounKinds.verb.split(' '))
  return nounKindOf(word) !== undefined && !singulars(word.toLowerCase()).some((one) => verbs!.has(one))
}

// `potatoes` → `potato`, `loaves` → `loaf`, `wolves` → `wolf`, `knives` → `knife`.
function singulars(word: string): string[] {
  const others = [word.replace(/oes$/, 'o'), word.replace(/ves$/, 'f'), word.replace(/ves$/, 'fe')]
  return [...new Set([word, singularOf(word), ...others])]
}
