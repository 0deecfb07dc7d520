import type { Act } from '../model/act.ts'
import { coresOf } from './adjunct.ts'
import { readWithInstrument } from './ahead.ts'
import { isOwnBody, readAttempt } from './attempt.ts'
import { readClause } from './clause.ts'
import { withoutLightVerb } from './light-verb.ts'
import { readMotion, withoutCompany } from './motion.ts'
import type { NounContext } from './noun-context.ts'
import { isWordOfName } from './nouns.ts'
import { isOnPerson } from './read-clause-act.ts'
import { readRelaxed } from './relax.ts'
import type { Token } from './tokens.ts'
import { trims } from './trim.ts'

/**
 * The words of a clause that an act is read from, with how well it fits; without a score if none does. Words that carry no meaning elsewhere
 * may be part of a pattern: "who is here".
 */
export function readTrimmed(part: readonly Token[], context: NounContext): { tokens: Token[]; score?: number } {
  const all = trimsOf(part, context)
  let best: { tokens: Token[]; score?: number; sure?: boolean } = { tokens: all[0] }
  for (const tokens of all) {
    if (isInfinitive(tokens, all[0], context)) continue
    const read = readClause(tokens, context)
    const score = read && read.score - (tokens[0] === all[0][0] ? 0 : 1)
    const sure = read !== undefined && read.sure && !isToScenery(read.act, context)
    const isBetter =
      score !== undefined && (best.sure === sure || best.score === undefined ? score > (best.score ?? 0) : sure)
    if (isBetter) best = { tokens, score: score!, sure }
  }
  const light = withoutLightVerb(all[0], context)
  const lightly = light && (readClause(light, context) ?? readAttempt(light, context, ''))
  if (lightly?.sure) return { tokens: light!, score: lightly.score }
  if (best.sure) return best
  const used = readWithInstrument(all[0], context)
  if (used) return { tokens: all[0], score: used.score }
  const moved = readMotion(all[0], context)
  if (moved) return { tokens: all[0], score: moved.score }
  const core = isOwnBody(all[0], context) ? undefined : readCore(all[0], context)
  if (core ?? best.score !== undefined) return core ?? best
  const attempt = readAttempt(all[0], context, '')
  const tried = attempt ? { ...best, score: attempt.score } : best
  return isOwnBody(all[0], context) ? tried : (readRelaxed(all[0], part, context) ?? tried)
}

// "I want to tear it up": the word after "to" is a verb, not a place.
function isInfinitive(tokens: readonly Token[], [verb]: readonly Token[], { lexicon, nouns }: NounContext): boolean {
  const before = verb && tokens[tokens.indexOf(verb) - 1]
  if (!before || !lexicon.infinitives.includes(before.text)) return false
  return lexicon.otherVerbs.includes(verb.text) && !isWordOfName(nouns, verb.text)
}

// Who goes along says nothing of where to.
function trimsOf(part: readonly Token[], context: NounContext): ReturnType<typeof trims> {
  const all = trims(part, context)
  const alone = withoutCompany(all[0], context)
  return alone === all[0] ? all : trims(alone, context)
}

// "Enter her name": a thing that is only described is probably not a place to go to.
function isToScenery({ act, to }: Act, { scene, lexicon }: NounContext): boolean {
  if (act !== 'go' || to === undefined || Object.hasOwn(lexicon.directions, to)) return false
  return !scene.isId(to) && !Object.hasOwn(scene.exitsOf(scene.here), to)
}

// Without words that say how, why, when or where: "open it with a flourish".
function readCore(tokens: readonly Token[], context: NounContext): { tokens: Token[]; score: number } | undefined {
  for (const { tokens: core, isElsewhere } of coresOf(tokens, context)) {
    const found = readClause(core, context)
    // "Everything from the counter" is not all that is here.
    const isAll = isElsewhere && core.some(({ text }) => context.lexicon.all.includes(text))
    const read = found?.sure && !isAll && isLeft(found.act, isElsewhere, context) ? found : undefined
    const moved = read || isElsewhere ? undefined : readMotion(core, context)
    if (read ?? moved) return { tokens: core, score: (read ?? moved!).score }
  }
  return undefined
}

// What is put somewhere is not dropped, and to lie on something is not to wait.
function isLeft(read: Act, isElsewhere: boolean, { scene }: NounContext): boolean {
  const { act, thing, things, person, to, topic } = read
  // "Take him by the arm"
  if (isOnPerson(read, scene)) return false
  // What is thrown out of the window is not given to anybody.
  if (act === 'drop' || (act === 'give' && person === undefined) || (isElsewhere && act === 'put')) return false
  const isBare = (thing ?? things ?? person ?? to ?? topic) === undefined
  return !isElsewhere || !isBare || Object.hasOwn(scene.world.acts ?? {}, act)
}
