import { wound } from '../acts/fight.ts'
import type { Beat } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import { apply, endStory } from '../rules/effects.ts'
import { applyRule, turnRules } from '../rules/rules.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { shareNews, walk } from '../people/walk.ts'

const priorities = ['critical', 'high', 'medium', 'low', 'optional']

/** Lets time pass: lights burn, rules and people act, a beat begins, the story may end. */
export function endTurn(scene: LiveScene): void {
  scene.act = 'turn'
  scene.state.turn = scene.now + 1
  if (scene.state.ended !== undefined) return
  burn(scene)
  for (const rule of turnRules(scene)) applyRule(scene, rule)
  walk(scene)
  shareNews(scene)
  for (const [id, { hostile }] of Object.entries(scene.people))
    if (hostile !== undefined && scene.locationOf(id) === scene.here && !scene.is(id, 'dead') && holds(scene, hostile))
      wound(scene, id)
  beginBeat(scene)
  for (const [id, ending] of Object.entries(scene.world.endings ?? {}))
    if (ending.when !== undefined && holds(scene, ending.when)) endStory(scene, id)
}

function burn(scene: LiveScene): void {
  for (const [id, { light, fuel }] of Object.entries(scene.things)) {
    if (light !== true || fuel === undefined || !scene.is(id, 'lit')) continue
    const burned = (scene.state.burned ??= {})
    burned[id] = (burned[id] ?? 0) + 1
    const visible = scene.placeOf(id) === scene.here
    if (burned[id] === fuel - 3 && visible) scene.say('burn.low', { thing: id }, 'event')
    if (burned[id] < fuel) continue
    scene.make(id, 'lit', false)
    if (visible) scene.say('burn.out', { thing: id }, 'event')
  }
}

// One beat a turn, the one with the highest priority; each begins once.
function beginBeat(scene: LiveScene): void {
  const due = Object.entries(scene.world.beats ?? {}).filter(([id, beat]) => isDue(scene, id, beat))
  const [first] = due.toSorted(([, a], [, b]) => rank(a) - rank(b))
  if (!first) return
  const [id, beat] = first
  scene.happen(id)
  const from = scene.entries.length
  apply(scene, beat.then, `beat:${id}`)
  for (const entry of scene.entries.slice(from)) if (entry.kind === 'event') entry.kind = 'beat'
}

function isDue(scene: LiveScene, id: string, beat: Beat): boolean {
  if (scene.state.happened?.[id] !== undefined) return false
  return holds(scene, beat.when) && (beat.unless === undefined || !holds(scene, beat.unless))
}

function rank({ priority = 'medium' }: Beat): number {
  return priorities.indexOf(priority)
}
