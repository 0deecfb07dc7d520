import { premiseContent } from '@narratoria/content/premises'
import type { Clause } from './clauses.ts'
import { mentionsIn } from './mentions.ts'
import type { Named } from './premise.ts'
import { meantBy, pronounsIn } from './references.ts'

/** What a person is to another: Agnes is the `sister` of Mr Hale. */
export interface Kinship {
  owner: Named
  relative: Named
  /** `sister` */
  word: string
}

/** The relations between people that some clauses name: "his sister Agnes", "Otto's daughter Hana". */
export function kinshipsIn(clauses: readonly Clause[], people: readonly Named[]): Kinship[] {
  return clauses.flatMap((clause) => {
    const { text, subject, before, topic } = clause
    const mentions = mentionsIn(text, people)
    return mentions.flatMap(({ named: relative, start, end }): Kinship[] => {
      const word = kinWord(relative)
      if (word === undefined) return []
      const said = text.slice(start, end)
      const [pronoun] = pronounsIn(said)
      const inClause = mentions.filter((each) => each.start < start).map(({ named }) => named)
      const owner =
        people.find((each) => each !== relative && isOwnerIn(each, said)) ??
        inClause.find((each) => isOwnerIn(each, text.slice(0, start).slice(-each.name.length - 3))) ??
        (pronoun?.role === 'possessive'
          ? meantBy(
              { ...pronoun, start: pronoun.start + start },
              { subject: subject === relative ? undefined : subject, inClause, before, topic },
            ).meant
          : undefined)
      return owner === undefined || owner === relative ? [] : [{ owner, relative, word }]
    })
  })
}

// "Otto's daughter".
function isOwnerIn({ name }: Named, text: string): boolean {
  const plain = text
    .trim()
    .replace(/^[Tt]he /, '')
    .replaceAll('’', "'")
  return plain.startsWith(`${name}'s`) || plain.startsWith(`${name}' `)
}

function kinWord({ name, role = '' }: Named): string | undefined {
  return `${name} ${role}`
    .toLowerCase()
    .split(' ')
    .find((word) => Object.hasOwn(premiseContent.kin, word))
}

/** How a speaker refers to a relative: "my brother"; `undefined` if the other is not a relative, or there is no word for it. */
export function kinTo(speaker: Named, other: Named, kinships: readonly Kinship[]): string | undefined {
  const found = kinships.find(({ owner, relative }) => relative === speaker && owner === other)
  const word = found && premiseContent.kin[found.word]?.[other.isPlural ? 'many' : (other.pronoun ?? 'they')]
  return word === undefined ? undefined : `${String(premiseContent.phrases['mine'])} ${word}`
}
