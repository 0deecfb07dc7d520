import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import { plainText, quoted } from '../discover/plain-text.ts'
import { isInside, unreadable } from '../discover/read-text-file.ts'
import type { SkillScript, SkillWarningCode } from '../skill.ts'
import { isObject } from './manifest-fields.ts'

/** Notes one thing that is wrong with `path`, by default the manifest. */
export type WarnScript = (code: SkillWarningCode, message: string, path?: string) => void

/** The most scripts of one skill. */
const maxScripts = 200

const stages = ['recall', 'act', 'narrate', 'record', 'maintain'] as const

/** Reads the `scripts` of a manifest; what is wrong with one leaves that one out. */
export function listedScripts(folder: string, entries: readonly JsonValue[], warn: WarnScript): SkillScript[] {
  const scripts = new Map<string, SkillScript>()
  if (entries.length > maxScripts) warn('too_large', `"scripts" lists more than ${maxScripts}; the rest is left out`)
  for (const [index, entry] of entries.slice(0, maxScripts).entries()) {
    const script = listedScript(folder, entry, (code, message, path) =>
      warn(code, `scripts[${index}]: ${message}`, path),
    )
    if (script && scripts.has(script.name))
      warn('duplicate_script', `scripts[${index}]: the name ${quoted(script.name)} is taken; the first one is kept`)
    else if (script) scripts.set(script.name, script)
  }
  return [...scripts.values()]
}

function listedScript(folder: string, entry: JsonValue, warn: WarnScript): SkillScript | undefined {
  if (!isObject(entry)) {
    warn('invalid_field', 'must be an object with "name" and "path"; it is left out')
    return undefined
  }
  warnOfUnknown(entry, scriptFields, warn)
  const { name, path } = entry
  if (typeof name !== 'string' || typeof path !== 'string' || plainText(name) === '' || path === '') {
    const missing = typeof name === 'string' && plainText(name) !== '' ? 'path' : 'name'
    warn('missing_field', `"${missing}" must be a filled text; the script is left out`)
    return undefined
  }
  const real = scriptFile(folder, path, warn)
  if (real === undefined) return undefined
  return { name: plainText(name), path: real, ...details(entry, warn), runnable: true }
}

function details(entry: JsonObject, warn: WarnScript): Omit<SkillScript, 'name' | 'path' | 'runnable'> {
  const pick = <T extends JsonValue>(field: string, isRight: (value: JsonValue) => value is T, must: string) => {
    const value = Object.hasOwn(entry, field) ? entry[field] : undefined
    if (value === undefined || isRight(value)) return value
    warn('invalid_field', `"${field}" must be ${must}; it is left out`)
    return undefined
  }
  const isBoolean = (value: JsonValue) => typeof value === 'boolean'
  const inputSchema = pick('inputSchema', isObject, 'a JSON Schema object')
  const timeoutMs = pick('timeoutMs', isTimeout, 'a whole number of milliseconds above 0')
  return {
    description: plainText(pick('description', (value) => typeof value === 'string', 'a text') ?? ''),
    ...(inputSchema && { inputSchema }),
    ...(timeoutMs && { timeoutMs }),
    triggers: readTriggers(pick('triggers', Array.isArray, 'a list') ?? [], warn),
    stage: pick('stage', isStage, `one of ${stages.join(', ')}`) ?? 'act',
    optional: pick('optional', isBoolean, 'true or false') ?? false,
    prewarm: pick('prewarm', isBoolean, 'true or false') ?? false,
  }
}

const scriptFields = 'name path description inputSchema timeoutMs triggers stage optional prewarm'.split(' ')
const triggerFields = ['phrase', 'pattern', 'input', 'always', 'whenState', 'weight']

function warnOfUnknown(entry: JsonObject, known: readonly string[], warn: WarnScript): void {
  for (const field of Object.keys(entry))
    if (!known.includes(field)) warn('unknown_field', `${quoted(field)} is no field here; it is left out`)
}

const isTimeout = (value: JsonValue): value is number => Number.isInteger(value) && (value as number) > 0
const isStage = (value: JsonValue): value is SkillScript['stage'] => stages.some((stage) => stage === value)

function readTriggers(entries: readonly JsonValue[], warn: WarnScript): Trigger[] {
  return entries.flatMap((entry, index) => {
    const trigger = typeof entry === 'string' ? { phrase: entry } : entry
    const wrong = isObject(trigger) ? triggerFault(trigger) : 'must be a text or an object'
    if (wrong === undefined) {
      warnOfUnknown(trigger as JsonObject, triggerFields, warn)
      return [trigger as Trigger]
    }
    warn('invalid_field', `triggers[${index}] ${wrong}; it is left out`)
    return []
  })
}

function triggerFault(trigger: JsonObject): string | undefined {
  const { phrase, pattern, input, always, whenState, weight } = trigger
  const isFilled = (value: JsonValue | undefined) => value === undefined || (typeof value === 'string' && value !== '')
  if (!isFilled(phrase) || !isFilled(pattern) || !isFilled(whenState))
    return 'must have filled texts as "phrase", "pattern" and "whenState"'
  if (always !== undefined && typeof always !== 'boolean') return 'must have true or false as "always"'
  if (phrase === undefined && pattern === undefined && always !== true && whenState === undefined)
    return 'needs "phrase", "pattern", "always" or "whenState"'
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
    return `has a "pattern" that is no regular expression: ${quoted(pattern)}`
  }
}

/** The real path of an executable regular file within `folder`; else a warning. */
function scriptFile(folder: string, path: string, warn: WarnScript): string | undefined {
  const absolute = resolve(folder, path)
  try {
    const real = realpathSync(absolute)
    if (!isInside(folder, absolute) || !isInside(folder, real)) {
      warn('script_outside_folder', `${quoted(path)} lies outside the skill's folder; the script is left out`)
    } else if (!statSync(real).isFile()) {
      warn('script_missing', `${quoted(path)} is not a regular file; the script is left out`, absolute)
    } else if (!isExecutable(real)) {
      const remedy = 'make it executable (chmod +x); the script is left out'
      warn('script_not_executable', `${quoted(path)} is not executable; ${remedy}`, absolute)
    } else return real
  } catch (error) {
    // What lies outside is not told apart: a manifest must not find out which files a machine has.
    if (!isInside(folder, absolute))
      warn('script_outside_folder', `${quoted(path)} lies outside the skill's folder; the script is left out`)
    else warn('script_missing', `${quoted(path)} ${unreadable(error).reason}; the script is left out`)
  }
  return undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Every executable directly in `scripts/` (FR-033), by name. */
export function foundScripts(folder: string, warn: WarnScript): SkillScript[] {
  const place = join(folder, 'scripts')
  let files: string[]
  try {
    if (!isInside(folder, realpathSync(place))) {
      warn('script_outside_folder', "the folder lies outside the skill's folder; its scripts are left out", place)
      return []
    }
    files = readdirSync(place).sort()
  } catch (error) {
    const { code, reason } = unreadable(error)
    if (code !== 'missing') warn('unreadable', `the folder ${reason}; its scripts are left out`, place)
    return []
  }
  const scripts = new Map<string, SkillScript>()
  if (files.length > maxScripts) warn('too_large', `holds more than ${maxScripts} files; the rest is left out`, place)
  for (const file of files.slice(0, maxScripts)) {
    if (file.startsWith('.')) continue
    const path = foundScript(folder, join(place, file), warn)
    if (path === undefined) continue
    const stem = plainText(basename(file, extname(file)))
    const name = scripts.has(stem) ? plainText(file) : stem
    if (!scripts.has(name)) scripts.set(name, { name, path, ...details({}, warn), runnable: true })
  }
  return [...scripts.values()]
}

// Helpers and data lie beside scripts: only executable regular files are meant, and only a link out is worth a word.
function foundScript(folder: string, path: string, warn: WarnScript): string | undefined {
  try {
    const real = realpathSync(path)
    if (!statSync(real).isFile() || !isExecutable(real)) return undefined
    if (isInside(folder, real)) return real
    warn('script_outside_folder', "it lies outside the skill's folder; the script is left out", path)
  } catch (error) {
    warn('unreadable', `it ${unreadable(error).reason}; the script is left out`, path)
  }
  return undefined
}
