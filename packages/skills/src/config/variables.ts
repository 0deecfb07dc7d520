/** The environment variables for `${VAR}`, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const reference = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/gu

/** Whether a text refers to an environment variable: `${VAR}`. `$${VAR}` is an escaped `${VAR}`. */
export function hasVariables(text: string): boolean {
  return variablesIn(text).length > 0
}

/** The variables that a text refers to. */
export function variablesIn(text: string): string[] {
  return Array.from(text.matchAll(reference), ([, escape, name]) => (escape ? undefined : name)).filter(
    (name) => name !== undefined,
  )
}

/** Replaces each `${VAR}` in a text; lists the variables that are not set. */
export function substitute(text: string, environment: Environment): { text: string; missing: string[] } {
  const missing: string[] = []
  const filled = text.replace(reference, (found: string, escape: string, name: string) => {
    if (escape) return found.slice(1)
    const value = environment[name]
    if (value === undefined || value === '') missing.push(name)
    return value ?? ''
  })
  return { text: filled, missing }
}
