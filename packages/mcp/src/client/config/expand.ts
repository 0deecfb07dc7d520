import { McpError } from '../errors.ts'
import { isStdio, type McpServerEntry } from './server-entry.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const reference = /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g

/**
 * Replaces `${NAME}`, `${env:NAME}` and `${NAME:-default}` in the texts of an entry.
 *
 * @throws {McpError} `variable_missing`
 */
export function expandEntry<Entry extends McpServerEntry>(entry: Entry, environment: Environment): Entry {
  const expand = (text: string) =>
    text.replaceAll(reference, (_, name: string, byDefault: string | undefined) => {
      const value = environment[name] ?? byDefault
      if (value !== undefined) return value
      throw new McpError('variable_missing', `The environment variable ${name} is not set; set it, and start again.`)
    })
  const expandAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expand(text)]))
  if (isStdio(entry)) {
    const { command, args = [], env = {}, cwd } = entry
    const where = cwd === undefined ? {} : { cwd: expand(cwd) }
    return { ...entry, command: expand(command), args: args.map(expand), env: expandAll(env), ...where }
  }
  return { ...entry, url: expand(entry.url), headers: expandAll(entry.headers ?? {}) }
}

/** The values of an entry that must not be shown: those of variables and headers. */
export function secretsOf(entry: McpServerEntry): string[] {
  const values = Object.values((isStdio(entry) ? entry.env : entry.headers) ?? {})
  return values.flatMap((value) => [value, ...value.split(/\s+/)]).filter((value) => value.length >= 8)
}
