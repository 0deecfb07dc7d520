import { findWay } from '../view/find-way.ts'
import type { ClauseAct } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { idNamed, readOne } from './noun-phrase.ts'
import { directionOf } from './role.ts'
import { lemmaOf, textOf, type Token } from './tokens.ts'

/** Words of the name of a place, at most. */
const maxName = 4

/**
 * Reads a clause with a verb of motion that no pattern fits by the places and directions in it: "go straight out along the causeway to
 * the lighthouse". The last place that can be reached counts, then the last direction.
 */
export function readMotion(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const { scene } = context
  if (!isMotion(tokens, context)) return undefined
  const exits = scene.exitsOf(scene.here)
  const isNear = (id: string) => Object.values(exits).some(({ to }) => to === id) || findWay(scene, id) !== undefined
  const to =
    lastOf(tokens, (part) => placeIn(part, context), isNear) ??
    lastOf(
      tokens,
      (part) => (isPreposition(part, tokens, context) ? undefined : directionOf(textOf(part), context)),
      (each) => each in exits,
    )
  if (to !== undefined) return goTo(to)
  // "Pace around the quay"
  if (namesHere(tokens, context)) return goTo(scene.here)
  // "Go up the hill to the chapel", which is not near
  const far = lastOf(
    tokens,
    (part) => placeIn(part, context),
    () => true,
  )
  return far === undefined ? undefined : goTo(far)
}

/** "Look for Hugo in the garden": the other place that a clause ends with. */
export function readPlaceBehind(tokens: readonly Token[], context: NounContext): ClauseAct | undefined {
  const { in: inside = [], on = [], to: at = [] } = context.lexicon.prepositions
  const start = tokens.findLastIndex(({ text }) => [...inside, ...on, ...at].includes(text))
  const place = start > 0 && start < tokens.length - 1 ? placeIn(tokens.slice(start + 1), context) : undefined
  return place === undefined ? undefined : goTo(place)
}

function isMotion([first]: readonly Token[], { lexicon }: NounContext): boolean {
  const isIn = (word: string) => lexicon.motions.includes(word)
  return first !== undefined && isIn(lemmaOf(first.text, lexicon, isIn))
}

/** "Climb up with Mara": up. Words of motion without who goes along, unless they only say with whom. */
export function withoutCompany(tokens: readonly Token[], context: NounContext): readonly Token[] {
  const at = tokens.findIndex(({ text }, index) => index > 0 && context.lexicon.prepositions['with']!.includes(text))
  if (at < 0 || !isMotion(tokens, context)) return tokens
  const { particles, directions } = context.lexicon
  const behind = tokens.slice(at + 1)
  for (let length = Math.min(maxName, behind.length); length > 0; length -= 1) {
    const [id = ''] = readOne(behind.slice(0, length), { ...context, memo: new Map() }, () => 1)?.ids ?? []
    // "Together with Mara"
    const before = tokens[at - 1]?.text ?? ''
    const isJoined = at > 1 && particles.includes(before) && !Object.values(directions).flat().includes(before)
    const others = [...tokens.slice(0, isJoined ? at - 1 : at), ...behind.slice(length)]
    if (Object.hasOwn(context.scene.people, id) && others.length > 1) return others
  }
  return tokens
}

function goTo(to: string): ClauseAct {
  return { act: { act: 'go', to }, score: 2, sure: true }
}

// "Along the wall in the dark"
function isPreposition(part: readonly Token[], tokens: readonly Token[], { lexicon }: NounContext): boolean {
  const last = part.at(-1)!
  const next = tokens[tokens.indexOf(last) + 1]
  return next !== undefined && lexicon.articles.includes(next.text) && lexicon.prepositions['in']!.includes(last.text)
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

function namesHere(tokens: readonly Token[], { scene }: NounContext): boolean {
  const { name, aliases = [] } = scene.places[scene.here]!
  const called = [name, ...aliases].map((each) => ` ${each.toLowerCase()}`)
  const words = ` ${textOf(tokens)}`
  return called.some((each) => words.endsWith(each))
}

function placeIn(part: readonly Token[], context: NounContext): string | undefined {
  const nouns = context.nouns.filter(({ kind }) => kind === 'place')
  const isName = ({ text }: Token) =>
    nouns.some(({ names }) => names.flat().includes(text)) || context.lexicon.articles.includes(text)
  if (!part.every(isName)) return undefined
  const id = idNamed(part, { ...context, nouns, memo: new Map(), referents: {} })
  return id !== undefined && id !== context.scene.here && Object.hasOwn(context.scene.places, id) ? id : undefined
}
