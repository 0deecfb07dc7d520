import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Validator = ReturnType<typeof Compile>

/** One difference between a value and a schema. */
export interface SchemaIssue {
  /** A JSON Pointer to the part that differs, empty for the value itself. */
  path: string
  /** What is wrong, such as `must be string`. */
  message: string
}

const compiled = new WeakMap<object, Validator>()

// Compiled on first use: most programs check a few of the schemas, and each costs about a millisecond.
function validator(schema: TSchema): Validator {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = Compile(schema)))
  return found
}

/** Whether `value` matches `schema`. The schema is compiled at the first call and cached. */
export function matches<T extends TSchema>(schema: T, value: unknown): boolean {
  return validator(schema).Check(value)
}

/** A check of `schema` that is compiled at its first call, for frequent calls. */
export function lazyCheck(schema: TSchema): (value: unknown) => boolean {
  let check: Validator | undefined
  return (value) => (check ??= validator(schema)).Check(value)
}

/**
 * Lists the differences between `value` and `schema`, outermost first; empty if it matches. If every alternative of a union fails,
 * that is one issue.
 *
 * @param limit the most issues to return; defaults to 20
 */
export function listIssues(schema: TSchema, value: unknown, limit = 20): SchemaIssue[] {
  const check = validator(schema)
  if (check.Check(value)) return []
  const errors = check.Errors(value)
  const unions = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  const outer = errors.filter((error) => !unions.some((path) => error.schemaPath.startsWith(`${path}/anyOf/`)))
  const issues = (outer.length > 0 ? outer : errors).map((error) => ({
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
      return 'must match one of the allowed forms'
    default:
      return message
  }
}

/** Formats issues as one line: `/tools/0/toolId must be string; …`. */
export function describeIssues(issues: SchemaIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}
