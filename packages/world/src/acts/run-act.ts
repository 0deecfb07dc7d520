import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import { applyRule, isDue, type NamedRule, rulesOn } from '../rules/rules.ts'
import { scopeOf, hasLight } from '../scene/scope.ts'
import { sceneryOf } from '../view/describe.ts'
import { recall } from '../view/recall.ts'
import { attempt } from './attempt.ts'
import { changing } from './change-things.ts'
import { attack } from './fight.ts'
import { handling } from './handle-things.ts'
import { go } from './move.ts'
import { perceiving } from './perceive.ts'
import type { Performer } from './performer.ts'
import { talking } from './talk.ts'
import { using } from './use.ts'
import { confirm, decline, isLeftToConfirm } from './confirm.ts'
import { askBack, custom, hint, unknown } from './without-effect.ts'
import { refuseUnclear } from '../live/refuse-unclear.ts'
import { findWay } from '../view/find-way.ts'
import { lineHere } from './roles.ts'
import { lastSeenAt, whereIs } from '../view/where.ts'

const performers: Record<string, Performer> = {
  ...perceiving,
  ...handling,
  ...changing,
  ...using,
  ...talking,
  go,
  find,
  attempt,
  attack,
  recall,
  unknown,
  hint,
  'ask-back': askBack,
  'confirm-yes': confirm,
  'confirm-no': decline,
}

/** Acts that are possible after the end of a story. */
const afterTheEnd = new Set(['inventory', 'recall', 'hint'])

/** Runs one act with its rules: those that refuse or come before it, itself or what replaces it, those that come after. */
export function runAct(scene: LiveScene, said: Act, roll: () => Roll): void {
  const act = throughDoor(scene, said)
  if (scene.state.ended !== undefined && !afterTheEnd.has(act.act)) scene.refuse('ended')
  const forbidden = scene.world.forbidden?.find((each) => each.act === act.act)
  if (forbidden?.text !== undefined) scene.refuseWith(scene.text(`forbidden:${act.act}`, forbidden.text))
  if (forbidden) scene.refuse('forbidden')
  const rules = areRolesInScope(scene, act) ? rulesOn(scene, act) : []
  if (isLeftToConfirm(scene, act, rules)) return
  for (const rule of rules.filter(comesBefore)) if (isDue(scene, rule)) applyRule(scene, rule, roll)
  const instead = rules.find((rule) => rule.order === 'instead' && rule.refuse === undefined && isDue(scene, rule))
  const after = rules.filter((rule) => !comesBefore(rule) && rule.order !== 'instead')
  if (instead) applyRule(scene, instead, roll)
  else if (!isLeftToRules(act) || !after.some((rule) => isDue(scene, rule))) performAlone(scene, act, roll)
  for (const rule of after) if (isDue(scene, rule)) applyRule(scene, rule, roll)
}

function performAlone(scene: LiveScene, act: Act, roll: () => Roll): void {
  const run = scene.world.acts?.[act.act] ? custom : performers[act.act]
  if (!run) scene.refuse('act.unknown', { act: act.act })
  run(scene, act, roll)
}

function comesBefore({ order, refuse }: NamedRule): boolean {
  return refuse !== undefined || order === 'before'
}

// These do nothing by themselves but say so, which would contradict what a rule does.
function isLeftToRules({ act }: Act): boolean {
  return !(act in performers) || act in using || act === 'say'
}

// A rule about a thing does not apply to what is out of sight; the act itself says why it is refused.
function areRolesInScope(scene: LiveScene, { thing, with: used, where, person }: Act): boolean {
  const scope = new Set(scopeOf(scene).map(({ id }) => id))
  return [thing, used, where, person].every(
    (id) => id === undefined || scope.has(id) || (!scene.isId(id) && sceneryOf(scene, id) !== undefined),
  )
}

/** "Go and find Tobit": goes where the player last saw a person or thing, if the way is known, else says what is known. */
function find(scene: LiveScene, { person, thing, to }: Act): void {
  const wanted = person ?? thing ?? to
  refuseUnclear(scene, wanted)
  if (wanted === undefined) scene.refuse('thing.missing')
  if (wanted in scene.places) return scene.redirect({ act: 'go', to: wanted })
  const scenery = hasLight(scene) ? sceneryOf(scene, wanted) : undefined
  if (scenery !== undefined) return scene.emit(scenery)
  const isHere = scene.isWithin(wanted, 'player') || scopeOf(scene).some(({ id }) => id === wanted)
  const { place: last, way } = scene.state.sighted?.[wanted] ?? {}
  if (!isHere && last === scene.here && way !== undefined && way in scene.exitsOf(scene.here))
    return scene.redirect({ act: 'go', to: way })
  const place = isHere ? undefined : lastSeenAt(scene, wanted)
  // What has no name in the world is looked for, and not found.
  if (!scene.isId(wanted) && !hasLight(scene)) scene.refuse('dark.unseen')
  if (!scene.isId(wanted)) {
    const line = lineHere(scene, wanted)
    return scene.say(line === undefined ? 'find.nothing' : 'find.described', { word: wanted, line })
  }
  const isAway = place !== undefined && place !== scene.here
  if (isAway && findWay(scene, place)) return scene.redirect({ act: 'go', to: place })
  whereIs(scene, wanted)
}

const speaking = new Set(['talk', 'ask', 'tell', 'say'])

/** What is done to a person without words, as by "hug" and "kiss". */
const touching = new Set(['comfort', 'flirt'])

/**
 * Words to a person who is heard through something, such as a shut door, are words to that thing, and so are the campaign's own acts.
 * Returns other acts as they are.
 */
function throughDoor(scene: LiveScene, act: Act): Act {
  const isOwn = scene.world.acts?.[act.act] !== undefined
  const person = act.person ?? (isOwn ? act.thing : undefined)
  const { topic = '', text } = act
  const isTouch = text === undefined && touching.has(topic)
  if (person === undefined || isTouch || !(isOwn || speaking.has(act.act))) return act
  if (scene.peopleAt(scene.here).includes(person)) return act
  const heard = scopeOf(scene).find(({ id }) => scene.things[id]?.voiceOf === person && !scene.is(id, 'open'))
  if (!heard) return act
  return isOwn ? { act: act.act, thing: heard.id } : { act: 'talk', thing: heard.id }
}
