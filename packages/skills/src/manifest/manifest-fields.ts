import type { JsonObject, RetryPolicy } from '@narratoria/protocol'
import { plainText, quoted } from '../discover/plain-text.ts'
import type { SkillWarningCode } from '../skill.ts'

/** A name that a skill may have. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
}

/** Tells a semantic version. */
export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(text)
}

/** The fields of `skill.json` that were present and right, `scripts` aside. */
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
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFilledText = (value: unknown): boolean => isText(value) && plainText(value) !== ''
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isIntegerIn = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

/** Tells an object from arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRetryPolicy(value: unknown): boolean {
  if (!isObject(value)) return false
  const { maxRetries = 0, backoffMs = 0 } = value
  return isIntegerIn(maxRetries, 0, 10) && isIntegerIn(backoffMs, 0, Number.MAX_SAFE_INTEGER)
}

type FieldRule = [isRight: (value: unknown) => boolean, must: string]

const requiredFields: Record<string, FieldRule> = {
  name: [isText, 'must be a text'],
  version: [(value) => isText(value) && isVersion(value), 'must be a semantic version such as "1.0.0"'],
  description: [isFilledText, 'must be a text that says what the skill does'],
}

const optionalFields: Record<string, FieldRule> = {
  displayName: [isText, 'must be a text'],
  author: [isText, 'must be a text'],
  license: [isText, 'must be a text'],
  homepage: [isText, 'must be a text'],
  prompt: [isText, 'must be the name of a file'],
  configSchema: [isText, 'must be the name of a file'],
  scripts: [Array.isArray, 'must be a list'],
  capabilities: [isTextList, 'must be a list of texts'],
  dependencies: [isTextList, 'must be a list of skill names'],
  priority: [(value) => isIntegerIn(value, 0, 100), 'must be a whole number from 0 to 100'],
  retryPolicy: [isRetryPolicy, 'must hold "maxRetries" from 0 to 10 and "backoffMs" of at least 0, both whole numbers'],
  env: [
    (value) => isTextList(value) && (value as string[]).every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)),
    'must be a list of names of environment variables',
  ],
}

const oneLiners = ['displayName', 'description', 'author', 'license', 'homepage'] as const

/**
 * Checks the fields of a `skill.json` by hand, since compiling a validator costs more than reading all the shipped
 * skills. A wrong required field makes the answer undefined; a wrong optional one is left out; both are warned of.
 * Fields in `optionalHere` may be missing although the manifest alone would need them.
 */
export function checkManifest(
  manifest: JsonObject,
  warn: (code: SkillWarningCode, message: string) => void,
  optionalHere: readonly string[] = [],
): ManifestFields | undefined {
  let usable = true
  for (const [field, [isRight, must]] of Object.entries(requiredFields)) {
    const value = own(manifest, field)
    if (value === undefined && optionalHere.includes(field)) continue
    if (value !== undefined && isRight(value)) continue
    usable = false
    if (value === undefined) warn('missing_field', `"${field}" is missing; it ${must}`)
    else warn('invalid_field', `"${field}" ${must}`)
  }
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(manifest)) {
    const rule = Object.hasOwn(optionalFields, field) ? optionalFields[field] : undefined
    if (rule && !rule[0](value)) warn('invalid_field', `"${field}" ${rule[1]}; it is left out`)
    else if (rule || Object.hasOwn(requiredFields, field)) fields[field] = value
    else if (field !== '$schema') warn('unknown_field', `${quoted(field)} is no field of skill.json; it is left out`)
  }
  if (!usable) return undefined
  for (const field of oneLiners) if (isText(fields[field])) fields[field] = plainText(fields[field])
  return fields
}

function own(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? object[field] : undefined
}
