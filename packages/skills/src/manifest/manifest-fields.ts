import type { JsonObject, RetryPolicy } from '@narratoria/protocol'
import { plainText, quoted } from './plain-text.ts'
import type { SkillWarningCode } from '../skill.ts'

/** Whether a skill may have this name: lower-case letters, digits and single hyphens, at most 64 characters. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
}

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(text)
}

/** The valid fields of a `skill.json`, except `scripts`. */
export interface ManifestFields {
  name?: string
  version?: string
  description?: string
  displayName?: string
  author?: string
  license?: string
  homepage?: string
  prompt?: string
  configSchema?: string
  capabilities?: string[]
  dependencies?: string[]
  priority?: number
  retryPolicy?: RetryPolicy
  env?: string[]
  network?: boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFilledText = (value: unknown): boolean => isText(value) && plainText(value) !== ''
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isIntegerIn = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRetryPolicy(value: unknown): boolean {
  if (!isObject(value)) return false
  const { maxRetries = 0, backoffMs = 0 } = value
  return isIntegerIn(maxRetries, 0, 10) && isIntegerIn(backoffMs, 0, Number.MAX_SAFE_INTEGER)
}

type FieldRule = [isValid: (value: unknown) => boolean, must: string]

const requiredFields: Record<string, FieldRule> = {
  name: [isText, 'must be a string'],
  version: [(value) => isText(value) && isVersion(value), 'must be a semantic version such as "1.0.0"'],
  description: [isFilledText, 'must be a string that describes what the skill does'],
}

const optionalFields: Record<string, FieldRule> = {
  displayName: [isText, 'must be a string'],
  author: [isText, 'must be a string'],
  license: [isText, 'must be a string'],
  homepage: [isText, 'must be a string'],
  prompt: [isText, 'must be a file name'],
  configSchema: [isText, 'must be a file name'],
  scripts: [Array.isArray, 'must be an array'],
  capabilities: [isTextList, 'must be an array of strings'],
  dependencies: [isTextList, 'must be an array of skill names'],
  priority: [(value) => isIntegerIn(value, 0, 100), 'must be an integer from 0 to 100'],
  retryPolicy: [isRetryPolicy, 'must have integers as "maxRetries" (0 to 10) and "backoffMs" (0 or more)'],
  env: [
    (value) => isTextList(value) && (value as string[]).every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)),
    'must be an array of names of environment variables',
  ],
  network: [(value) => typeof value === 'boolean', 'must be true or false'],
}

const oneLiners = ['displayName', 'description', 'author', 'license', 'homepage'] as const

/**
 * Checks the fields of a `skill.json`. Returns undefined if a required field is missing or invalid; ignores an invalid optional
 * one. Warns in both cases. Fields in `optionalHere` may be missing. The checks are written by hand, because compiling a
 * validator takes longer than reading all the shipped skills.
 */
export function checkManifest(
  manifest: JsonObject,
  warn: (code: SkillWarningCode, message: string) => void,
  optionalHere: readonly string[] = [],
): ManifestFields | undefined {
  let usable = true
  for (const [field, [isValid, must]] of Object.entries(requiredFields)) {
    const value = own(manifest, field)
    if (value === undefined && optionalHere.includes(field)) continue
    if (value !== undefined && isValid(value)) continue
    usable = false
    if (value === undefined) warn('missing_field', `"${field}" is missing; it ${must}`)
    else warn('invalid_field', `"${field}" ${must}`)
  }
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(manifest)) {
    const rule = Object.hasOwn(optionalFields, field) ? optionalFields[field] : undefined
    if (rule && !rule[0](value)) warn('invalid_field', `"${field}" ${rule[1]}; it is ignored`)
    else if (rule || Object.hasOwn(requiredFields, field)) fields[field] = value
    else if (field !== '$schema') warn('unknown_field', `unknown field ${quoted(field)}; it is ignored`)
  }
  if (!usable) return undefined
  for (const field of oneLiners) if (isText(fields[field])) fields[field] = plainText(fields[field])
  return fields
}

function own(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? object[field] : undefined
}
