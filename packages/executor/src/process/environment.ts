import { platform } from './platform/platform.ts'

const passed = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'USER',
  'LOGNAME',
  ...platform.environment,
])

/**
 * The environment of a tool: path, home, locale and temp of the host, and what the tool's
 * description names.
 */
export function scrubEnvironment(
  extra: Readonly<Record<string, string>> = {},
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const scrubbed: Record<string, string> = {}
  // Names first: reading a value of the real environment costs a call each.
  for (const name of Object.keys(source)) {
    const key = platform.nameOf(name)
    if (!passed.has(key) && !key.startsWith('LC_')) continue
    const value = source[name]
    if (value !== undefined) scrubbed[name] = value
  }
  return Object.assign(scrubbed, extra)
}
