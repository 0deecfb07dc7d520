import type { Condition, Effect, Location } from '../model/types.ts'
import { pointerTo } from './problem.ts'

/** What an id may refer to. */
export type Kind = 'place' | 'thing' | 'person' | 'player' | 'fact' | 'faction' | 'event' | 'ending' | 'holder'

/** Called for every id that a condition or an effect names. */
export type Visit = (id: string, kinds: readonly Kind[], pointer: string) => void

/** Topics are ids of a person. */
export type VisitTopic = (person: string, topic: string, pointer: string) => void

export interface Visitor {
  id: Visit
  topic: VisitTopic
}

export function walkLocation(location: Location, pointer: string, { id }: Visitor): void {
  if (location === 'nowhere') return
  if (/^(?:in|on):/.test(location)) id(location.slice(3), ['holder'], pointer)
  else id(location, ['place', 'person', 'player'], pointer)
}

export function walkCondition(condition: Condition | undefined, pointer: string, visitor: Visitor): void {
  if (condition === undefined) return
  const { id } = visitor
  if (Array.isArray(condition)) walkAll(condition, pointer, visitor)
  else if ('all' in condition) walkAll(condition.all, `${pointer}/all`, visitor)
  else if ('any' in condition) walkAll(condition.any, `${pointer}/any`, visitor)
  else if ('not' in condition) walkCondition(condition.not, `${pointer}/not`, visitor)
  else if ('at' in condition) {
    id(condition.at[0], ['thing', 'person', 'player'], `${pointer}/at/0`)
    walkLocation(condition.at[1], `${pointer}/at/1`, visitor)
  } else if ('is' in condition) id(condition.is[0], ['thing', 'person'], `${pointer}/is/0`)
  else if ('visited' in condition) id(condition.visited, ['place'], `${pointer}/visited`)
  else if ('knows' in condition) {
    id(condition.knows[0], ['person', 'player'], `${pointer}/knows/0`)
    id(condition.knows[1], ['fact'], `${pointer}/knows/1`)
  } else if ('feeling' in condition) id(condition.feeling, ['person'], `${pointer}/feeling`)
  else if ('reputation' in condition) id(condition.reputation, ['faction'], `${pointer}/reputation`)
  else if ('turns' in condition) {
    if (condition.since !== undefined) id(condition.since, ['event'], `${pointer}/since`)
  } else if ('happened' in condition) id(condition.happened, ['event'], `${pointer}/happened`)
  else if ('talked' in condition) {
    id(condition.talked[0], ['person'], `${pointer}/talked/0`)
    visitor.topic(condition.talked[0], condition.talked[1], `${pointer}/talked/1`)
  }
}

function walkAll(conditions: readonly Condition[], pointer: string, visitor: Visitor): void {
  for (const [index, each] of conditions.entries()) walkCondition(each, pointerTo(pointer, index), visitor)
}

export function walkEffects(effects: readonly Effect[] | undefined, pointer: string, visitor: Visitor): void {
  for (const [index, effect] of (effects ?? []).entries()) walkEffect(effect, pointerTo(pointer, index), visitor)
}

function walkEffect(effect: Effect, pointer: string, visitor: Visitor): void {
  const { id } = visitor
  if ('speak' in effect) id(effect.speak[0], ['person'], `${pointer}/speak/0`)
  else if ('move' in effect) {
    id(effect.move[0], ['thing', 'person', 'player'], `${pointer}/move/0`)
    walkLocation(effect.move[1], `${pointer}/move/1`, visitor)
  } else if ('make' in effect) id(effect.make[0], ['thing', 'person'], `${pointer}/make/0`)
  else if ('learn' in effect) {
    id(effect.learn[0], ['person', 'player'], `${pointer}/learn/0`)
    id(effect.learn[1], ['fact'], `${pointer}/learn/1`)
  } else if ('feel' in effect) id(effect.feel[0], ['person'], `${pointer}/feel/0`)
  else if ('reputation' in effect) id(effect.reputation[0], ['faction'], `${pointer}/reputation/0`)
  else if ('exit' in effect) {
    id(effect.exit[0], ['place'], `${pointer}/exit/0`)
    if (effect.exit[2] !== null) id(effect.exit[2], ['place'], `${pointer}/exit/2`)
  } else if ('describe' in effect) id(effect.describe[0], ['place', 'thing', 'person'], `${pointer}/describe/0`)
  else if ('ending' in effect) id(effect.ending, ['ending'], `${pointer}/ending`)
  else if ('if' in effect) {
    walkCondition(effect.if, `${pointer}/if`, visitor)
    walkEffects(effect.then, `${pointer}/then`, visitor)
    walkEffects(effect.else, `${pointer}/else`, visitor)
  }
}
