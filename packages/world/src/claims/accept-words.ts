import { type OfferedAct, oddsOf } from '../turn/offer-acts.ts'
import { perform } from '../turn/perform.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import type { Lexicon } from '../parse/lexicon.ts'
import { parse } from '../parse/parse.ts'
import type { Phrases } from '../text/render.ts'

/** A choice in other words that plays as an act. */
export type AcceptedWords = Pick<OfferedAct, 'act' | 'text' | 'odds'>

/** Acts that are not worth a choice, or that ask back. */
const idle = new Set(['unknown', 'ask-back', 'look', 'inventory', 'wait', 'recall', 'say'])

/**
 * Keeps those texts that the parser reads as one act which the world does not refuse now, each act once. `offered` are the texts that
 * the player can choose already; what means the same act is left out.
 */
export function acceptWords(
  world: World,
  state: WorldState,
  texts: readonly string[],
  { phrases, lexicon, offered }: { phrases: Phrases; lexicon: Lexicon; offered: readonly string[] },
): AcceptedWords[] {
  if (state.ended !== undefined) return []
  const read = (text: string) => {
    const { acts, rest, question, command, choice } = parse(text, { world, state, lexicon })
    const isOne = acts.length === 1 && rest.length === 0 && !question && !command && choice === undefined
    return isOne ? acts[0]?.act : undefined
  }
  const known = new Set(offered.map((text) => JSON.stringify(read(text))))
  return texts.flatMap((text) => {
    const act = read(text)
    const key = JSON.stringify(act)
    if (!act || idle.has(act.act) || known.has(key)) return []
    if (perform(world, state, act, { seq: 0, phrases }).status === 'refused') return []
    known.add(key)
    return [{ act, text, odds: oddsOf(world, state, { act, phrases }) }]
  })
}
