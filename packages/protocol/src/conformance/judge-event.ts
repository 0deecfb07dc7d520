import { parseChoices } from '../event/choices.ts'
import type { ProtocolEvent, UiEvent } from '../event/events.ts'
import { isJsonObject, type JsonValue } from '../json.ts'
import { show } from '../rules/asset-fault.ts'
import type { WarningCode } from './problem.ts'

const isoDateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

export function warnOfEvent(event: ProtocolEvent): { code: WarningCode; message: string }[] {
  const warnings: { code: WarningCode; message: string }[] = []
  if (event.timestamp !== undefined && !isoDateTime.test(event.timestamp)) {
    warnings.push({ code: 'invalid_timestamp', message: `${show(event.timestamp)} is not a date and time.` })
  }
  const fault = event.type === 'ui_event' ? payloadFault(event) : undefined
  if (fault) warnings.push({ code: 'invalid_payload', message: `The payload of ${event.type} ${fault}.` })
  return warnings
}

function payloadFault({ event, payload }: UiEvent): string | undefined {
  const check = Object.hasOwn(payloadFaults, event) ? payloadFaults[event] : undefined
  const fault = check?.(isJsonObject(payload) ? payload : {})
  return fault === undefined ? undefined : `"${event}" ${fault}`
}

const payloadFaults: Record<string, (payload: Record<string, JsonValue>) => string | undefined> = {
  narrative_choice(payload) {
    if (!Array.isArray(payload.choices) || payload.choices.length === 0) return 'has no "choices" array'
    const bad = payload.choices.length - parseChoices(payload).length
    return bad > 0 ? `has ${bad} choices that are neither a string nor an object with a "text"` : undefined
  },
  narration({ text, append = false, replace = false }) {
    if (typeof text !== 'string') return 'has no "text"'
    if (typeof append !== 'boolean') return 'has an "append" that is not true or false'
    return typeof replace === 'boolean' ? undefined : 'has a "replace" that is not true or false'
  },
  dice_roll: ({ formula, rolls, modifier, total }) => {
    if (typeof formula !== 'string') return 'has no "formula"'
    if (!Array.isArray(rolls)) return 'has no "rolls" array'
    return typeof modifier === 'number' && typeof total === 'number'
      ? undefined
      : 'has no numbers "modifier" and "total"'
  },
  progress: ({ value, max, label }) => {
    const numbers = [value, max].every((entry) => entry === undefined || typeof entry === 'number')
    return numbers && (label === undefined || typeof label === 'string') ? undefined : 'has a field of the wrong type'
  },
}
