import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import type { SkillScript, SkillWarningCode } from '../skill.ts'
import { isObject } from './manifest-fields.ts'
import { plainText, quoted } from './plain-text.ts'

/** Reports a problem of a script; `path` defaults to the manifest. */
export type WarnScript = (code: SkillWarningCode, message: string, path?: string) => void

const stages = ['recall', 'act', 'narrate', 'record', 'maintain'] as const
const scriptFields = 'name path description inputSchema timeoutMs triggers stage optional prewarm reusable'.split(' ')
const triggerFields = ['phrase', 'pattern', 'intent', 'input', 'always', 'whenState', 'weight']
const intents = [
  'question-about-past',
  'keep',
  'question-about-standing',
  'deed-to-others',
  'roll',
  'light',
  'examine-door',
] as const satisfies Trigger['intent'][]

/** Parses one entry of `scripts`; `path` is still as written. Returns undefined if the script cannot be used. */
export function parseScript(entry: JsonValue, warn: WarnScript): SkillScript | undefined {
  if (!isObject(entry)) {
    warn('invalid_field', 'must be an object with "name" and "path"; it is ignored')
    return undefined
  }
  warnOfUnknown(entry, scriptFields, warn)
  const { name, path } = entry
  if (typeof name !== 'string' || typeof path !== 'string' || plainText(name) === '' || path === '') {
    const missing = typeof name === 'string' && plainText(name) !== '' ? 'path' : 'name'
    warn('missing_field', `"${missing}" must be a non-empty string; the script is ignored`)
    return undefined
  }
  return { ...defaultScript(plainText(name), path), ...details(entry, warn) }
}

/** A script that no manifest describes. */
export function defaultScript(name: string, path: string): SkillScript {
  return { name, path, description: '', triggers: [], stage: 'act', optional: false, prewarm: false, runnable: true }
}

function details(entry: JsonObject, warn: WarnScript): Partial<SkillScript> {
  const pick = <T extends JsonValue>(field: string, isValid: (value: JsonValue) => value is T, must: string) => {
    const value = Object.hasOwn(entry, field) ? entry[field] : undefined
    if (value === undefined || isValid(value)) return value
    warn('invalid_field', `"${field}" must be ${must}; it is ignored`)
    return undefined
  }
  const isBoolean = (value: JsonValue) => typeof value === 'boolean'
  const inputSchema = pick('inputSchema', isObject, 'a JSON Schema object')
  const timeoutMs = pick('timeoutMs', isTimeout, 'a positive integer (milliseconds)')
  return {
    description: plainText(pick('description', (value) => typeof value === 'string', 'a string') ?? ''),
    ...(inputSchema && { inputSchema }),
    ...(timeoutMs && { timeoutMs }),
    triggers: parseTriggers(pick('triggers', Array.isArray, 'an array') ?? [], warn),
    stage: pick('stage', isStage, `one of ${stages.join(', ')}`) ?? 'act',
    optional: pick('optional', isBoolean, 'true or false') ?? false,
    prewarm: pick('prewarm', isBoolean, 'true or false') ?? false,
    ...(pick('reusable', isBoolean, 'true or false') === true && { reusable: true }),
  }
}

function warnOfUnknown(entry: JsonObject, known: readonly string[], warn: WarnScript): void {
  for (const field of Object.keys(entry))
    if (!known.includes(field)) warn('unknown_field', `unknown field ${quoted(field)}; it is ignored`)
}

const isTimeout = (value: JsonValue): value is number => Number.isInteger(value) && (value as number) > 0
const isStage = (value: JsonValue): value is SkillScript['stage'] => stages.some((stage) => stage === value)

function parseTriggers(entries: readonly JsonValue[], warn: WarnScript): Trigger[] {
  return entries.flatMap((entry, index) => {
    const trigger = typeof entry === 'string' ? { phrase: entry } : entry
    const fault = isObject(trigger) ? triggerFault(trigger) : 'must be a string or an object'
    if (fault === undefined) {
      warnOfUnknown(trigger as JsonObject, triggerFields, warn)
      return [trigger as Trigger]
    }
    warn('invalid_field', `triggers[${index}] ${fault}; it is ignored`)
    return []
  })
}

function triggerFault(trigger: JsonObject): string | undefined {
  const { phrase, pattern, intent, input, always, whenState, weight } = trigger
  const isFilled = (value: JsonValue | undefined) => value === undefined || (typeof value === 'string' && value !== '')
  if (!isFilled(phrase) || !isFilled(pattern) || !isFilled(whenState))
    return 'must have non-empty strings as "phrase", "pattern" and "whenState"'
  if (always !== undefined && typeof always !== 'boolean') return 'must have true or false as "always"'
  if (intent !== undefined && !intents.some((name) => name === intent))
    return `must have one of ${intents.join(', ')} as "intent"`
  if ([phrase, pattern, intent, whenState].every((value) => value === undefined) && always !== true)
    return 'needs "phrase", "pattern", "intent", "always" or "whenState"'
  if (input !== undefined && !isObject(input)) return 'must have an object as "input"'
  if (weight !== undefined && !(typeof weight === 'number' && weight >= 0 && weight <= 10))
    return 'must have a number from 0 to 10 as "weight"'
  return pattern === undefined ? undefined : patternFault(pattern as string)
}

function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'iu')
    return undefined
  } catch {
    return `has a "pattern" that is not a valid regular expression: ${quoted(pattern)}`
  }
}
