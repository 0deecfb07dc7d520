import type { Act } from '../model/act.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { listContents } from '../view/describe.ts'
import { requireHeld, requireThing } from './roles.ts'
import type { Roll } from '../model/act.ts'

type Perform = (scene: LiveScene, act: Act, roll?: Roll) => void

/** Acts that change a property of a thing. */
export const changing: Record<string, Perform> = {
  open(scene, act) {
    const thing = requireThing(scene, act.thing)
    if (scene.things[thing]?.openable !== true) scene.refuse('open.not', { thing })
    if (scene.is(thing, 'open')) scene.refuse('open.already', { thing })
    if (scene.is(thing, 'locked')) {
      const key = act.with ?? keyAtHand(scene, thing)
      if (key === undefined) scene.refuse('open.locked', { thing })
      unlockWith(scene, thing, requireHeld(scene, key))
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
    if (scene.is(thing, 'open')) scene.refuse('lock.open', { thing })
    const used = act.with ?? keyAtHand(scene, thing)
    if (used === undefined) scene.refuse('lock.without', { thing })
    requireHeld(scene, used)
    if (used !== key) scene.refuse('lock.wrong', { thing, key: used })
    scene.make(thing, 'locked')
    scene.say('lock.done', { thing, key: used })
  },
  unlock(scene, act, roll) {
    const thing = requireThing(scene, act.thing)
    const { lockable, force } = scene.things[thing] ?? {}
    if (lockable !== true && !scene.is(thing, 'locked')) scene.refuse('unlock.not', { thing })
    if (!scene.is(thing, 'locked')) scene.refuse('unlock.already', { thing })
    const used = act.with ?? keyAtHand(scene, thing)
    if (used !== undefined && (scene.things[thing]?.key === used || force === undefined))
      return unlockWith(scene, thing, requireHeld(scene, used))
    if (force === undefined) scene.refuse('unlock.without', { thing })
    forceOpen(scene, thing, roll)
  },
  light(scene, act) {
    const thing = requireThing(scene, act.thing)
    const { light, litWith, fuel } = scene.things[thing] ?? {}
    if (light !== true) scene.refuse('light.not', { thing })
    if (scene.is(thing, 'lit')) scene.refuse('light.already', { thing })
    if (fuel !== undefined && (scene.state.burned?.[thing] ?? 0) >= fuel) scene.refuse('light.empty', { thing })
    if (litWith !== undefined) {
      const used = act.with ?? litWith
      if (used !== litWith && scene.things[used]?.light !== true) scene.refuse('light.wrong', { thing, with: used })
      if (!scopeOf(scene).some(({ id }) => id === used)) scene.refuse('light.without', { thing, with: litWith })
    }
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

function consume(scene: LiveScene, act: Act, property: 'edible' | 'drinkable'): void {
  const thing = requireThing(scene, act.thing)
  if (scene.things[thing]?.[property] !== true) scene.refuse(`${act.act}.not`, { thing })
  requireHeld(scene, thing)
  scene.move(thing, 'nowhere')
  scene.say(`${act.act}.done`, { thing })
  scene.recordDeed({ act: act.act, by: 'player', thing })
}

function keyAtHand(scene: LiveScene, thing: string): string | undefined {
  const key = scene.things[thing]?.key
  return key !== undefined && scene.isCarried(key) ? key : undefined
}

function unlockWith(scene: LiveScene, thing: string, key: string): void {
  if (scene.things[thing]?.key !== key) scene.refuse('unlock.wrong', { thing, key })
  scene.make(thing, 'locked', false)
  scene.say('unlock.done', { thing, key })
  scene.recordDeed({ act: 'unlock', by: 'player', thing })
}

function forceOpen(scene: LiveScene, thing: string, roll: Roll | undefined): void {
  if (!roll || roll.outcome === 'failure') return scene.say('force.failure', { thing })
  scene.make(thing, 'locked', false)
  if (roll.outcome === 'partial') scene.make(thing, 'broken')
  scene.say(`force.${roll.outcome}`, { thing })
  scene.recordDeed({ act: 'force', by: 'player', thing, important: true })
}
