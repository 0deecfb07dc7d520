import type { Clause } from './clauses.ts'
import type { Knowledge } from './known.ts'
import { mentionsIn } from './mentions.ts'
import type { Named } from './premise.ts'
import { isRecitable, isSound, plainly } from './recitable.ts'
import { pronounsIn } from './references.ts'
import { retold } from './retell.ts'
import { openly } from './secrets.ts'

/** A clause of a premise as the story says it to the player, with names for its pronouns. `undefined` if it is unclear whom one stands for. */
export function recalled(clause: Clause, { perspective }: Pick<Knowledge, 'perspective'>): string | undefined {
  if (!isRecitable(clause, undefined)) return undefined
  const { speaker: _, ...others } = perspective
  const said = retold({ ...clause, text: plainly(clause.text) }, others)
  if (said === undefined) return hasOwnNames(clause, perspective) ? plain(clause.text) : undefined
  return isSound(said) ? plain(said) : undefined
}

// What was the case at the beginning may have changed.
function plain(said: string): string {
  return openly(said).replace(/^(?:now|then|so|but),? /iu, '')
}

// "With a key around her neck": the owner was named before in the clause.
function hasOwnNames({ text }: Clause, { all, player }: Knowledge['perspective']): boolean {
  const people = mentionsIn(
    text,
    all.filter(({ pronoun, isPlural }) => pronoun !== undefined || isPlural),
  )
  const isOfPlayer = player !== undefined && /\byou\b/i.test(text)
  return (
    !isOfPlayer &&
    pronounsIn(text).every(({ start, gender }) => gender === 'it' || people.some(({ end }) => end <= start))
  )
}

/** The first thing that a premise says of one of its things, other than that it is there. */
export function recalledOf(named: Named, known: Knowledge): string | undefined {
  for (const clause of known.all) {
    if (clause.isSelf || !clause.about.includes(named)) continue
    const said = recalled(clause, known)
    if (said !== undefined) return said
  }
  return undefined
}
