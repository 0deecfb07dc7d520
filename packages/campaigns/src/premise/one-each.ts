import { escaped } from './mention.ts'
import type { Named, Premise } from './premise.ts'

/**
 * A premise in which each person is named once: "an interpreter at the talks, Noor, mistranslates", "Ragna, now a border guard", "the man in her
 * chair is Cole". Whom the player wants to be is no other person: "you want to be the first woman".
 */
export function oneEach<T extends Pick<Premise, 'text' | 'people' | 'absent' | 'player'>>(premise: T): T {
  const { text, people, absent, player } = premise
  const named = [...people, ...absent, ...(player ? [player] : [])].filter(({ name }) => /^\p{Lu}/u.test(name))
  const isOther = (each: Named) => !isCalledElse(each, { text, named }) && !isPlayers(each, text)
  return { ...premise, people: people.filter((each) => isOther(each)), absent: absent.filter((each) => isOther(each)) }
}

function isCalledElse({ name }: Named, { text, named }: { text: string; named: readonly Named[] }): boolean {
  if (/\p{Lu}/u.test(name)) return false
  const noun = String.raw`(?:an?|the|my|your|his|her) (?:\p{Ll}+ ){0,2}?${escaped(name)}\b`
  const called = named.filter((each) => each.name !== name)
  const isNext = (pattern: string) => {
    const [, next = ''] = new RegExp(pattern, 'iu').exec(text) ?? []
    return /^\p{Lu}/u.test(next) && called.some((each) => next.endsWith(each.name))
  }
  const proper = String.raw`((?:\p{Lu}[^\s,.;!?]*\.?)(?: [^\s,.;!?]+){0,3})`
  return (
    isNext(String.raw`\b${noun}[^,.;:!?]{0,40}, (?:an? (?:\p{Ll}+ )+(?:called|named) )?${proper},(?! (?:and|or)\b)`) ||
    isNext(String.raw`\b${noun}(?: [^.;:!?]{0,60}?)?,? (?:is|was) (?:called |named )?${proper}(?=[,.;!?]|$| who\b)`) ||
    called.some((each) =>
      new RegExp(
        String.raw`\b${escaped(each.name)}, (?:now|once|still|formerly|today|until \p{L}+) (?:an?|the) (?:\p{Ll}+ ){0,4}${escaped(name)}\b`,
        'u',
      ).test(text),
    )
  )
}

// "You want to be the first woman", "Human Resources (that's you)".
function isPlayers({ name }: Named, text: string): boolean {
  const own = escaped(name)
  return (
    new RegExp(String.raw`\b(?:to be|become|becoming|being) (?:an?|the) ${own}\b`, 'iu').test(text) ||
    new RegExp(String.raw`\b${own} \((?:that['’]s|that is|i\.e\.) (?:you|me|us)\)`, 'iu').test(text)
  )
}
