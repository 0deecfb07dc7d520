import type { Person } from '@narratoria/world'
import type { Clause } from './clauses.ts'
import { isSaid, patternOf } from './conditions.ts'
import { isOf } from './first-person.ts'
import { mentionsIn } from './mentions.ts'
import type { Named, Premise } from './premise.ts'
import type { Speaker } from './speaker.ts'

/** What a speaker says to declarations, pleas and orders of the player, by what the premise says that the player is to them. */
export function attachmentsOf(
  { named, say }: Speaker,
  { premise, all }: { premise: Pick<Premise, 'player' | 'people'>; all: readonly Clause[] },
): NonNullable<Person['replies']> {
  if (named === undefined) return {}
  const own = all.filter(({ about }) => about.includes(named))
  const byPlayer = (pattern: string) => own.some((clause) => isDoneByPlayer(clause, { pattern, named }))
  const rival = rivalOf(named, { clauses: own, people: premise.people })
  const isKin =
    isSaid('titledKin', named.name) || named.role?.startsWith('your ') === true || named.name.startsWith('your ')
  const isSpouse = isSaid('spouse', `${named.role ?? ''} ${named.name}`)
  const love =
    byPlayer('loved') || (isKin && isSpouse)
      ? rival === undefined || isSpouse
        ? say('declared')
        : say('declaredBound', { rival: rival.name })
      : isKin && isSaid('relative', `${named.role ?? ''} ${named.name}`)
        ? say('ofKin')
        : undefined
  const isLeaving = own.some((clause) => isOf(clause, named) && isSaid('leaving', clause.text))
  return {
    order: [say('order'), say('order')],
    threaten: say('threatened'),
    ...(love !== undefined && { flirt: love, love: say('loves') }),
    ...(isLeaving && { stay: say('stay') }),
    ...(byPlayer('wronged') && { apologise: say('apology') }),
  }
}

// "You have loved Elise for ten years": behind the verb.
function isDoneByPlayer({ text }: Clause, { pattern, named }: { pattern: string; named: Named }): boolean {
  if (!/^you\b/i.test(text)) return false
  const verb = patternOf(pattern).exec(text)
  return verb !== null && mentionsIn(text, [named]).some(({ start }) => start >= verb.index)
}

/** The person whom a person marries or has promised to marry. */
function rivalOf(
  named: Named,
  { clauses, people }: { clauses: readonly Clause[]; people: readonly Named[] },
): Named | undefined {
  return clauses
    .filter(({ text }) => isSaid('marrying', text) && !/^you\b/i.test(text))
    .flatMap(({ about }) => about)
    .find((each) => each !== named && people.includes(each) && each.isPlural !== true)
}
