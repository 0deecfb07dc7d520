import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import type { SkillScript } from '../skill.ts'
import { isObject } from './manifest-fields.ts'

/** Whether the session state meets a trigger's condition: `whenState` is set there, or the trigger has no condition. */
export function fitsState({ whenState }: Trigger, state: JsonObject): boolean {
  if (whenState === undefined) return true
  let value: JsonValue | undefined = state
  for (const key of whenState.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return false
    value = value[key]
  }
  return value !== undefined && value !== null && value !== false
}

/** Whether a script fits every prompt in a session with this state: by `always`, or by `whenState` alone. */
export function fitsAnyPrompt({ triggers }: Pick<SkillScript, 'triggers'>, state: JsonObject): boolean {
  return triggers.some(
    (trigger) =>
      trigger.phrase === undefined &&
      trigger.pattern === undefined &&
      (trigger.always === true || trigger.whenState !== undefined) &&
      fitsState(trigger, state),
  )
}
