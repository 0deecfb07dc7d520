import { type ClauseAct, readClause } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** An act with the words that it was read from. */
export type ReadClause = Pick<ClauseAct, 'act' | 'bare'> & { tokens?: readonly Token[] }

/** Words of a verb, at most. */
const maxVerb = 3

/** Reads a clause without a verb as the act before it: "give the apple to Wren and the pear to Mara". */
export function readElliptic(
  tokens: readonly Token[],
  previous: ReadClause,
  context: NounContext,
): ClauseAct | undefined {
  for (let length = maxVerb; length > 0; length -= 1) {
    const verb = previous.tokens?.slice(0, length) ?? []
    const read = verb.length === length ? readClause([...verb, ...tokens], context) : undefined
    if (read?.sure && read.act.act === previous.act.act) return read
  }
  return repeatFor(tokens, previous, context)
}

/** "The other one", "the brass one": the last act of an earlier prompt, on something else. */
export function readRepeated(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const { one, other } = context.lexicon
  const last = context.scene.state.focus?.last as ClauseAct['act'] | undefined
  if (!last || !tokens.some(({ text }) => one.includes(text) || other.includes(text))) return undefined
  return repeatFor(tokens, { act: last }, context)
}

/** A name alone: the player talks to a person who is here, examines a thing, and goes to a place. */
export function readBare(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const found = readOne(tokens, context, () => 1)
  const [id] = found?.ids ?? []
  const noun = context.nouns.find((each) => each.id === id)
  if (!found || found.between || !noun || (noun.kind !== 'place' && !noun.inScope)) return undefined
  const isName = ({ text }: Token) => noun.names.flat().includes(text) || context.lexicon.articles.includes(text)
  if (!tokens.every(isName)) return undefined
  if (noun.kind === 'place') return { act: { act: 'go', to: noun.id }, score: found.score, sure: true }
  const act = noun.kind === 'person' ? { act: 'talk', person: noun.id } : { act: 'examine', thing: noun.id }
  return { act, score: found.score, sure: true, bare: true }
}

// "light the lamp, then the lantern": the act of the clause before, on something else.
function repeatFor(tokens: readonly Token[], { act }: ReadClause, context: NounContext): ClauseAct | undefined {
  const role = (['thing', 'person', 'to'] as const).find((each) => act[each] !== undefined)
  if (role === undefined) return undefined
  const { to = [], with: using = [] } = context.lexicon.prepositions
  const found = readOne(tokens.slice(longestAt(tokens, 0, [...to, ...using])), context, () => 1)
  const [id] = found?.ids ?? []
  if (!found || id === undefined || found.score < 1.5 || !fits(role, id, context)) return undefined
  return { act: { ...act, [role]: id }, score: found.score, sure: true }
}

function fits(role: 'thing' | 'person' | 'to', id: string, { scene }: NounContext): boolean {
  if (role === 'person') return Object.hasOwn(scene.people, id)
  return role === 'thing' ? Object.hasOwn(scene.things, id) : Object.hasOwn(scene.places, id)
}
