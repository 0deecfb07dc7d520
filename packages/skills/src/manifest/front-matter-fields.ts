import { plainText, quoted } from './plain-text.ts'
import type { SkillWarningCode } from '../skill.ts'
import type { FrontMatter } from './front-matter.ts'
import { isObject } from './manifest-fields.ts'

/** The valid fields of the open Agent Skills standard. */
export interface StandardFields {
  name: string
  description: string
  license?: string
  compatibility?: string
  metadata?: Record<string, string>
  allowedTools?: string[]
}

const known = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'])
const longest = { description: 1024, compatibility: 500 }

/**
 * Checks the front matter of a SKILL.md against the open standard. Returns undefined without a name and a description; ignores
 * any other invalid field. Warns in both cases.
 */
export function checkFrontMatter(
  fields: FrontMatter,
  warn: (code: SkillWarningCode, message: string) => void,
): StandardFields | undefined {
  for (const field of Object.keys(fields))
    if (!known.has(field)) warn('unknown_field', `unknown field ${quoted(field)}; it is ignored`)
  const name = requiredText(fields, 'name', warn)
  const description = requiredText(fields, 'description', warn)
  if (name === undefined || description === undefined) return undefined
  const compatibility = optionalText(fields, 'compatibility', warn)
  for (const [field, text] of Object.entries({ description, compatibility })) {
    const limit = longest[field as keyof typeof longest]
    const length = text === undefined ? 0 : Array.from(text).length
    if (length > limit) warn('too_long', `"${field}" has ${length} characters; the standard allows ${limit}`)
  }
  return {
    name,
    description,
    license: optionalText(fields, 'license', warn),
    compatibility,
    metadata: metadata(fields, warn),
    allowedTools: allowedTools(fields, warn),
  }
}

type WarnHere = (code: SkillWarningCode, message: string) => void

function requiredText(fields: FrontMatter, field: string, warn: WarnHere): string | undefined {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (value === undefined) warn('missing_field', `"${field}" is missing`)
  else if (typeof value !== 'string') warn('invalid_field', `"${field}" must be a string`)
  else if (plainText(value) === '') warn('missing_field', `"${field}" is empty`)
  else return plainText(value)
  return undefined
}

function optionalText(fields: FrontMatter, field: string, warn: WarnHere): string | undefined {
  const value = fields[field]
  if (value === undefined) return undefined
  if (typeof value === 'string') return plainText(value) || undefined
  warn('invalid_field', `"${field}" must be a string; it is ignored`)
  return undefined
}

function metadata(fields: FrontMatter, warn: WarnHere): Record<string, string> | undefined {
  const value = fields.metadata
  if (value === undefined || value === '') return undefined
  if (!isObject(value)) {
    warn('invalid_field', '"metadata" must be a map of strings; it is ignored')
    return undefined
  }
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.length < Object.keys(value).length)
    warn('invalid_field', '"metadata" has values that are not strings; they are ignored')
  return Object.fromEntries(texts.map(([key, text]) => [key, plainText(text)]))
}

function allowedTools(fields: FrontMatter, warn: WarnHere): string[] | undefined {
  const value = fields['allowed-tools']
  if (value === undefined) return undefined
  if (typeof value === 'string') return splitTools(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.map(plainText)
  warn(
    'invalid_field',
    '"allowed-tools" must be a string of names separated by spaces or an array of strings; it is ignored',
  )
  return undefined
}

// "Bash(git add *) Read" is two tools: a space inside parentheses does not separate.
function splitTools(text: string): string[] {
  return plainText(text).match(/(?:\([^)]*\)|[^\s(])+/gu) ?? []
}
