import { isSaid } from '../conditions.ts'
import type { Knowledge } from '../known.ts'
import type { Named } from '../premise.ts'
import { recalled } from '../recalled-of.ts'
import { pronounsIn } from '../references.ts'
import { isDeed, statementsOf } from '../statements.ts'

/** What a person says of themselves: in the first person, and in the third. */
export interface OwnWords {
  said: string
  fact: string
}

/**
 * The first clause that a person is the subject of, in the first person: none in which another pronoun could mean the wrong one, and nothing
 * that they would not admit.
 */
export function ownWordsOf(named: Named, known: Knowledge): OwnWords | undefined {
  for (const { clause, said, isOwn, secret } of statementsOf(named, known)) {
    if (isDeed(clause) || isSaid('stated.secretive', clause.text)) continue
    const isClear =
      pronounsIn(said).length === 0 && /^(?:\p{Ll}+ )?I(?: [^\s,]+){2}/u.test(said) && !isSaid('stated.described', said)
    if (!isOwn || secret !== undefined || clause.subject !== named || !isClear) continue
    const fact = recalled(clause, known)
    if (fact !== undefined) return { said, fact }
  }
  return undefined
}
