import { isPersonal } from '../kind-of.ts'
import { mentionsIn } from '../mentions.ts'
import { nounPhrasesIn } from '../noun-phrases.ts'
import { capitalize } from '../furnish.ts'
import type { Named, Premise } from '../premise.ts'
import { fitting, pronounsIn } from '../references.ts'
import { secondPerson } from '../second-person.ts'
import { type MainClause, namedIn } from '../main-clauses.ts'

/** At most so many passages of a premise are quoted at once. */
const mostPassages = 2

/**
 * What a premise says of one of its people, things or places, in its own words: whole clauses, with those before them that a pronoun needs
 * or that they hang on.
 */
export function saidOf(
  named: Named,
  { premise, clauses }: { premise: Premise; clauses: readonly MainClause[] },
): string | undefined {
  const passages: { from: number; to: number }[] = []
  for (const [at, clause] of clauses.entries()) {
    if (!clause.subjects.includes(named) && mentionsIn(clause.text, [named]).length === 0) continue
    const passage = wholeAt(at, { premise, clauses })
    const last = passages.at(-1)
    if (last !== undefined && passage.from <= last.to + 1) last.to = Math.max(last.to, passage.to)
    else passages.push(passage)
  }
  const texts = passages.slice(0, mostPassages).map(({ from, to }) => quoted(premise, clauses[from]!, clauses[to]!))
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** The passage of a premise that a clause is in. */
export function passageAt(at: number, about: { premise: Premise; clauses: readonly MainClause[] }): string {
  const { from, to } = wholeAt(at, about)
  return quoted(about.premise, about.clauses[from]!, about.clauses[to]!)
}

function quoted({ text }: Premise, { start }: MainClause, { end }: MainClause): string {
  const [stop = ''] = /^[.!?…]*["”’)]*/u.exec(text.slice(end)) ?? []
  const said = text.slice(start, end) + stop
  return capitalize(secondPerson(/[.!?…]["”’)]*$/u.test(said) ? said : `${said}.`))
}

function wholeAt(
  at: number,
  { premise, clauses }: { premise: Premise; clauses: readonly MainClause[] },
): { from: number; to: number } {
  const { sentence } = clauses[at]!
  let from = at
  let to = at
  while (clauses[to]!.isOpen && clauses[to + 1]?.sentence === sentence) to += 1
  while (from > 0 && isHanging(clauses, { from, to, premise })) from -= 1
  return { from, to }
}

// A subordinate clause before it, or a pronoun whose name stands before it.
function isHanging(
  clauses: readonly MainClause[],
  { from, to, premise }: { from: number; to: number; premise: Premise },
): boolean {
  const before = clauses[from - 1]!
  if (before.isOpen && before.sentence === clauses[from]!.sentence) return true
  return hasOpenPronoun(premise.text.slice(clauses[from]!.start, clauses[to]!.end), premise)
}

function hasOpenPronoun(text: string, premise: Premise): boolean {
  const { player } = premise
  const all = [...namedIn(premise), ...(player ? [player] : [])]
  return pronounsIn(text).some(({ start, gender }) => {
    const before = text.slice(0, start)
    if (gender === 'he' || gender === 'she')
      return (
        fitting(
          { gender },
          mentionsIn(before, all).map(({ named }) => named),
        ).length === 0
      )
    // "A family living in it": not the family.
    return !nounPhrasesIn(before).some(({ head }) => gender === 'they' || !isPersonal(head))
  })
}
