import type { Act } from '../model/act.ts'
import { type ClauseAct, readClause } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { idNamed } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Roles that words in front of an act give to it. */
export type RolesAhead = Pick<Act, 'with' | 'where' | 'preposition'> & { it?: string }

/** "With the poker, I force the window", "using the matches, light the lamp": what the next act is done with. */
export function instrumentAhead(tokens: readonly Token[], context: NounContext): RolesAhead | undefined {
  const length = longestAt(tokens, 0, context.lexicon.prepositions['with'] ?? [])
  const using = length > 0 ? knownThing(tokens.slice(length), context) : undefined
  return using === undefined ? undefined : { with: using }
}

/** Reads a clause without a verb as roles of the next act: "into the bag I …", "that book, I …". */
export function rolesAhead(tokens: readonly Token[], context: NounContext): RolesAhead | undefined {
  const { prepositions } = context.lexicon
  for (const kind of ['in', 'on', 'under'] as const) {
    const length = longestAt(tokens, 0, prepositions[kind] ?? [])
    const where = length > 0 ? knownThing(tokens.slice(length), context) : undefined
    if (where !== undefined) return { where, preposition: kind }
  }
  const it = knownThing(tokens, context)
  return it === undefined ? undefined : { it }
}

/** "With the multitool open the hatch": the instrument stands first, without a comma. */
export function readWithInstrument(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const { prepositions, infinitives, instrumental } = context.lexicon
  const isUse = instrumental.includes(tokens[0]?.text ?? '')
  const length = isUse ? 1 : longestAt(tokens, 0, prepositions['with'] ?? [])
  if (length === 0) return undefined
  for (let end = length + 1; end < tokens.length; end += 1) {
    // "Use the poker to open the window"
    if (isUse && !infinitives.includes(tokens[end]!.text)) continue
    const id = knownThing(tokens.slice(length, end), context)
    const read = id === undefined ? undefined : readClause(tokens.slice(isUse ? end + 1 : end), context)
    if (read?.sure) return { ...read, act: withRoles(read.act, { with: id! }) }
  }
  return undefined
}

/** An act with the roles that the words before it gave. What is put down "into the bag" is put there. */
export function withRoles(act: Act, { with: using, where, preposition }: RolesAhead): Act {
  if (where !== undefined && act.where === undefined && (act.act === 'put' || act.act === 'drop'))
    return { ...act, act: 'put', where, ...(preposition && { preposition }) }
  return using !== undefined && act.with === undefined ? { ...act, with: using } : act
}

/** The thing that the last words of a clause name. */
export function lastThing(tokens: readonly Token[], context: NounContext): string | undefined {
  const starts = tokens.flatMap(({ text }, at) => (context.lexicon.articles.includes(text) ? [at] : []))
  return starts.map((at) => knownThing(tokens.slice(at), context)).findLast((id) => id !== undefined)
}

function knownThing(tokens: readonly Token[], context: NounContext): string | undefined {
  if (tokens.length === 0) return undefined
  const id = idNamed(tokens, context)
  return id !== undefined && Object.hasOwn(context.scene.things, id) ? id : undefined
}
