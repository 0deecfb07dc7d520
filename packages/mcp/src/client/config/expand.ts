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

/** Names of variables whose values are secret wherever they are used. */
const secretName = /key|token|secret|passw|auth|credential/i

/**
 * The values of an entry that must not be shown: those of its variables and headers, and in its arguments and address those of variables
 * with the name of a secret.
 *
 * @throws {McpError} `variable_missing`
 */
export function secretsOf(entry: McpServerEntry, environment: Environment): string[] {
  const own = expandEntry(entry, environment)
  const values = Object.values((isStdio(own) ? own.env : own.headers) ?? {})
  const used = (isStdio(entry) ? (entry.args ?? []) : [entry.url]).flatMap((text) => [...text.matchAll(reference)])
  const named = used.flatMap(([, name, byDefault]) =>
    secretName.test(name!) ? (environment[name!] ?? byDefault ?? []) : [],
  )
  return [...values, ...named].flatMap((value) => [value, ...value.split(/\s+/)]).filter((value) => value.length >= 8)
}
