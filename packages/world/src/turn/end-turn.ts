import { attackPlayer } from '../acts/fight.ts'
import type { LiveScene } from '../live/live-scene.ts'
import type { Beat } from '../model/types.ts'
import { fadeAnger } from '../people/perception.ts'
import { shareNews } from '../people/share-news.ts'
import { sightPresent, walk } from '../people/walk.ts'
import { holds } from '../rules/condition.ts'
import { apply, endStory } from '../rules/effects.ts'
import { applyRule, isDue, turnRules } from '../rules/rules.ts'
import { lookAround } from './look-around.ts'

const priorities = ['critical', 'high', 'medium', 'low', 'optional']

/** Lets time pass: lights burn, rules and people act, a beat begins, the story may end. */
export function endTurn(scene: LiveScene): void {
  scene.act = 'turn'
  scene.state.turn = scene.now + 1
  delete scene.state.focus?.flare
  fadeAnger(scene.state)
  const steps = [burn, applyTurnRules, walk, shareNews, attackIfHostile, beginBeat, endIfDue]
  for (const step of steps) if (scene.state.ended === undefined) lookAround(scene, () => step(scene))
  sightPresent(scene)
}

function applyTurnRules(scene: LiveScene): void {
  // A rule may change what the next one depends on.
  for (const rule of turnRules(scene)) if (isDue(scene, rule)) applyRule(scene, rule)
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

// A person who has just struck back in a fight does not strike again in the same turn.
function attackIfHostile(scene: LiveScene): void {
  for (const id of scene.peopleAt(scene.here)) {
    const { hostile } = scene.people[id]!
    const hasStruck = scene.state.happened?.[`struck:${id}`] === scene.now - 1
    if (
      hostile === undefined ||
      hasStruck ||
      scene.is(id, 'beaten') ||
      scene.state.ended !== undefined ||
      !holds(scene, hostile)
    )
      continue
    attackPlayer(scene, id)
  }
}

// One beat a turn, the one with the highest priority; each begins once.
function beginBeat(scene: LiveScene): void {
  const due = Object.entries(scene.world.beats ?? {}).filter(([id, beat]) => isBeatDue(scene, id, beat))
  const [first] = due.toSorted(([, a], [, b]) => rank(a) - rank(b))
  if (!first) return
  const [id, beat] = first
  scene.happen(id)
  const from = scene.entries.length
  apply(scene, beat.then, `beat:${id}`)
  for (const entry of scene.entries.slice(from)) if (entry.kind === 'event') entry.kind = 'beat'
}

function isBeatDue(scene: LiveScene, id: string, beat: Beat): boolean {
  if (scene.hasHappened(id)) return false
  return holds(scene, beat.when) && (beat.unless === undefined || !holds(scene, beat.unless))
}

function rank({ priority = 'medium' }: Beat): number {
  return priorities.indexOf(priority)
}

function endIfDue(scene: LiveScene): void {
  for (const [id, { when }] of Object.entries(scene.world.endings ?? {}))
    if (when !== undefined && holds(scene, when)) return endStory(scene, id)
}
