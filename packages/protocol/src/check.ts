import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Validator = ReturnType<typeof Compile>

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  /** Where: a JSON Pointer, empty for the value itself. */
  path: string
  /** What, in a few words. */
  message: string
}

const compiled = new WeakMap<object, Validator>()

// Compiled on first use: most programs check a few of the schemas, and each costs about a millisecond.
function validator(schema: TSchema): Validator {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = Compile(schema)))
  return found
}

/** Tells whether `value` matches `schema`. */
export function matches<T extends TSchema>(schema: T, value: unknown): boolean {
  return validator(schema).Check(value)
}

/** A check of `schema` that is compiled at its first call, for hot paths. */
export function lazyCheck(schema: TSchema): (value: unknown) => boolean {
  let check: Validator | undefined
  return (value) => (check ??= validator(schema)).Check(value)
}

/**
 * Lists everything in which `value` differs from `schema`, outermost first, at most `limit` issues; empty when it
 * matches. Alternatives that failed are told as one issue.
 */
export function listIssues(schema: TSchema, value: unknown, limit = 20): SchemaIssue[] {
  const check = validator(schema)
  if (check.Check(value)) return []
  const errors = check.Errors(value)
  const unions = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  const told = errors.filter((error) => !unions.some((path) => error.schemaPath.startsWith(`${path}/anyOf/`)))
  const issues = (told.length > 0 ? told : errors).map((error) => ({
    path: error.instancePath,
    message: explain(error.keyword, error.params as Record<string, unknown>, error.message),
  }))
  return issues.slice(0, limit)
}

function explain(keyword: string, params: Record<string, unknown>, message: string): string {
  switch (keyword) {
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'required':
      return `must have ${(params.requiredProperties as string[]).map((name) => `"${name}"`).join(', ')}`
    case 'anyOf':
      return 'has none of the allowed forms'
    default:
      return message
  }
}

/** Writes issues as one line: `/tools/0/toolId must be string; …`. */
export function describeIssues(issues: SchemaIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}
