import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import { applyRule, isDue, type NamedRule, rulesOn } from '../rules/rules.ts'
import { scopeOf } from '../scene/scope.ts'
import { sceneryOf } from '../view/describe.ts'
import { recall } from '../view/recall.ts'
import { attempt } from './attempt.ts'
import { changing } from './change-things.ts'
import { attack } from './fight.ts'
import { handling } from './handle-things.ts'
import { find } from './find.ts'
import { go } from './move.ts'
import { perceiving } from './perceive.ts'
import type { Performer } from './performer.ts'
import { talking } from './talk.ts'
import { throughDoor } from './through-door.ts'
import { using } from './use.ts'
import { confirm, decline, isLeftToConfirm } from './confirm.ts'
import { askBack, custom, hint, unknown } from './without-effect.ts'

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
