import type { LiveScene } from '../live/live-scene.ts'
import type { Act, Roll } from '../model/act.ts'
import { judge } from '../people/deeds.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { describePlace, exitAt, listContents, sceneryOf } from '../view/describe.ts'
import { isForcing, keyFor } from '../scene/locks.ts'
import type { Performer } from './performer.ts'
import { requireHeld, requireThing } from './roles.ts'

export const changing: Record<string, Performer> = {
  open(scene, act, roll) {
    const exit = act.thing === undefined || scene.isId(act.thing) ? undefined : exitAt(scene, act.thing)
    if (exit !== undefined) return scene.redirect({ act: 'go', to: exit })
    const thing = requireThing(scene, act.thing)
    // A book is opened to be read.
    const { openable, text } = scene.things[thing] ?? {}
    if (openable !== true && text !== undefined) return scene.redirect({ act: 'read', thing })
    if (openable !== true) scene.refuse('open.not', { thing })
    if (scene.is(thing, 'open')) scene.refuse('open.already', { thing })
    if (scene.is(thing, 'locked')) {
      const key = act.with ?? keyFor(scene, thing)
      if (key === undefined) scene.refuse('open.locked', { thing })
      if (isForcing(scene, act)) return forceOpen(scene, thing, roll())
      scene.imply({ act: 'unlock', thing, with: key })
    }
    scene.make(thing, 'open')
    const contents = listContents(scene, thing)
    scene.say(contents === undefined ? 'open.done' : 'open.contents', { thing, contents })
    scene.recordDeed({ act: 'open', by: 'player', thing })
  },
  close(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (scene.things[thing]?.openable !== true) scene.refuse('close.not', { thing })
    if (!scene.is(thing, 'open')) scene.refuse('close.already', { thing })
    scene.make(thing, 'open', false)
    scene.say('close.done', { thing })
  },
  lock(scene, act) {
    const thing = requireThing(scene, act.thing)
    const { lockable, key } = scene.things[thing] ?? {}
    if (lockable !== true) scene.refuse('lock.not', { thing })
    if (scene.is(thing, 'locked')) scene.refuse('lock.already', { thing })
    if (scene.is(thing, 'broken')) scene.refuse('lock.broken', { thing })
    if (scene.is(thing, 'open')) scene.refuse('lock.open', { thing })
    const used = act.with ?? keyFor(scene, thing)
    if (used === undefined) scene.refuse('lock.without', { thing })
    requireHeld(scene, used)
    if (used !== key) scene.refuse('lock.wrong', { thing, key: used })
    scene.make(thing, 'locked')
    scene.say('lock.done', { thing, key: used })
  },
  unlock(scene, act, roll) {
    const thing = requireThing(scene, act.thing)
    const { lockable, key } = scene.things[thing] ?? {}
    if (lockable !== true && !scene.is(thing, 'locked')) scene.refuse('unlock.not', { thing })
    if (!scene.is(thing, 'locked')) scene.refuse('unlock.already', { thing })
    if (isForcing(scene, act)) return forceOpen(scene, thing, roll())
    const used = act.with ?? keyFor(scene, thing)
    if (used === undefined) scene.refuse('unlock.without', { thing })
    requireHeld(scene, used)
    if (key !== used) scene.refuse('unlock.wrong', { thing, key: used })
    scene.make(thing, 'locked', false)
    scene.say('unlock.done', { thing, key: used })
    scene.recordDeed({ act: 'unlock', by: 'player', thing })
  },
  light(scene, act) {
    const thing = requireThing(scene, act.thing)
    const { light, litWith, fuel } = scene.things[thing] ?? {}
    if (light !== true && isLighter(scene, thing)) return flare(scene, thing)
    if (light !== true) scene.refuse('light.not', { thing })
    if (scene.is(thing, 'lit')) scene.refuse('light.already', { thing })
    if (fuel !== undefined && (scene.state.burned?.[thing] ?? 0) >= fuel) scene.refuse('light.empty', { thing })
    if (litWith !== undefined) requireLighter(scene, { thing, litWith, act })
    scene.make(thing, 'lit')
    scene.say('light.done', { thing })
    scene.recordDeed({ act: 'light', by: 'player', thing })
  },
  extinguish(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (scene.things[thing]?.light !== true) scene.refuse('extinguish.not', { thing })
    if (!scene.is(thing, 'lit')) scene.refuse('extinguish.already', { thing })
    scene.make(thing, 'lit', false)
    scene.say('extinguish.done', { thing })
    scene.recordDeed({ act: 'extinguish', by: 'player', thing })
  },
  wear(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (scene.things[thing]?.wearable !== true) scene.refuse('wear.not', { thing })
    if (scene.is(thing, 'worn') && scene.isCarried(thing)) scene.refuse('wear.already', { thing })
    requireHeld(scene, thing)
    scene.make(thing, 'worn')
    scene.say('wear.done', { thing })
  },
  remove(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (!scene.is(thing, 'worn') || !scene.isCarried(thing)) scene.refuse('remove.not', { thing })
    scene.make(thing, 'worn', false)
    scene.say('remove.done', { thing })
  },
  eat: (scene, act) => consume(scene, act, 'edible'),
  drink: (scene, act) => consume(scene, act, 'drinkable'),
}

function isLighter(scene: LiveScene, thing: string): boolean {
  return Object.values(scene.things).some(({ litWith }) => litWith === thing)
}

// A lighter without a target lights the first suitable thing, or burns itself until the end of the turn.
function flare(scene: LiveScene, thing: string): void {
  requireHeld(scene, thing)
  const target = scopeOf(scene).find(
    ({ id, heldBy }) => heldBy === undefined && scene.things[id]?.litWith === thing && !scene.is(id, 'lit'),
  )?.id
  if (target !== undefined) return scene.redirect({ act: 'light', thing: target, with: thing })
  if (hasLight(scene)) return scene.say('light.flare.here', { thing })
  scene.say('light.flare', { thing })
  ;(scene.state.focus ??= {}).flare = scene.seq
  describePlace(scene, { full: true })
}

// Requires the lighter of the thing, or another burning light.
function requireLighter(scene: LiveScene, { thing, litWith, act }: { thing: string; litWith: string; act: Act }): void {
  const scope = scopeOf(scene).filter(({ heldBy, kind }) => heldBy === undefined && kind === 'thing')
  const lights = scope.filter(({ id }) => id === litWith || (scene.is(id, 'lit') && id !== thing))
  if (act.with !== undefined && !lights.some(({ id }) => id === act.with))
    scene.refuse('light.wrong', { thing, with: requireThing(scene, act.with) })
  if (lights.length === 0) scene.refuse('light.without', { thing })
}

function consume(scene: LiveScene, act: Act, property: 'edible' | 'drinkable'): void {
  if (act.thing === undefined) return consumeAny(scene, act.act, property)
  const thing = requireThing(scene, act.thing)
  if (scene.things[thing]?.[property] !== true) scene.refuse(`${act.act}.not`, { thing })
  requireHeld(scene, thing)
  scene.make(thing, 'worn', false)
  scene.move(thing, 'nowhere')
  scene.say(`${act.act}.done`, { thing })
  scene.recordDeed({ act: act.act, by: 'player', thing })
}

// "Have a coffee": what there is to drink here, or what is served.
function consumeAny(scene: LiveScene, act: string, property: 'edible' | 'drinkable'): void {
  const thing = scopeOf(scene).find(({ id }) => scene.things[id]?.[property] === true)?.id
  if (thing !== undefined) return scene.redirect({ act, thing })
  const [words = ''] = scene.phrases[`${act}.served`] ?? []
  const served = words.split(' ').find((word) => sceneryOf(scene, word) !== undefined)
  if (served === undefined || !hasLight(scene)) scene.refuse(`${act}.nothing`)
  scene.emit(sceneryOf(scene, served) ?? '')
}

/** Tries to open a lock by force or with a tool. */
export function forceOpen(scene: LiveScene, thing: string, { outcome }: Roll): void {
  if (outcome === 'failure') return scene.say('force.failure', { thing })
  scene.make(thing, 'locked', false)
  if (outcome === 'partial') scene.make(thing, 'broken')
  scene.say(`force.${outcome}`, { thing })
  const { owner } = scene.things[thing] ?? {}
  scene.recordDeed({
    act: 'force',
    by: 'player',
    thing,
    ...(owner !== undefined && { person: owner, important: true }),
  })
  if (owner !== undefined) judge(scene, 'force', owner)
}
