import { findWay } from '../view/find-way.ts'
import type { ClauseAct } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { directionOf } from './role.ts'
import { lemmaOf, type Token } from './tokens.ts'

/** Words of the name of a place, at most. */
const maxName = 4

/**
 * Reads a clause with a verb of motion that no pattern fits by the places and directions in it: "go straight out along the causeway to
 * the lighthouse". The last place that can be reached counts, then the last direction.
 */
export function readMotion(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const { lexicon, scene } = context
  const first = tokens[0]?.text ?? ''
  if (!lexicon.motions.includes(lemmaOf(first, lexicon, (word) => lexicon.motions.includes(word)))) return undefined
  const exits = scene.exitsOf(scene.here)
  const isNear = (id: string) => Object.values(exits).some(({ to }) => to === id) || findWay(scene, id) !== undefined
  const to =
    lastOf(tokens, (part) => placeIn(part, context), isNear) ??
    lastOf(
      tokens,
      (part) => directionOf(part.map(({ text }) => text).join(' '), context),
      (each) => each in exits,
    )
  return to === undefined ? undefined : { act: { act: 'go', to }, score: 2, sure: true }
}

function lastOf(
  tokens: readonly Token[],
  find: (part: readonly Token[]) => string | undefined,
  fits: (id: string) => boolean,
): string | undefined {
  for (let end = tokens.length; end > 1; end -= 1)
    for (let length = Math.min(maxName, end - 1); length > 0; length -= 1) {
      const found = find(tokens.slice(end - length, end))
      if (found !== undefined && fits(found)) return found
    }
  return undefined
}

function placeIn(part: readonly Token[], context: NounContext): string | undefined {
  const nouns = context.nouns.filter(({ kind }) => kind === 'place')
  const isName = ({ text }: Token) =>
    nouns.some(({ names }) => names.flat().includes(text)) || context.lexicon.articles.includes(text)
  if (!part.every(isName)) return undefined
  const found = readOne(part, { ...context, nouns, memo: new Map(), referents: {} }, () => 1)
  const id = found && found.score > 1 && !found.between ? found.ids[0] : undefined
  return id !== undefined && id !== context.scene.here && Object.hasOwn(context.scene.places, id) ? id : undefined
}
