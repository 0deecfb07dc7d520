import { platform } from './platform/platform.ts'

const categories = [
  'ALL',
  'ADDRESS',
  'COLLATE',
  'CTYPE',
  'IDENTIFICATION',
  'MEASUREMENT',
  'MESSAGES',
  'MONETARY',
  'NAME',
  'NUMERIC',
  'PAPER',
  'TELEPHONE',
  'TIME',
]
const passed = [
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  ...categories.map((category) => `LC_${category}`),
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'USER',
  'LOGNAME',
  ...platform.environment,
]

/**
 * The environment of a tool: path, home, locale and temp of the host, and what the tool's
 * description names.
 */
export function scrubEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const scrubbed: Record<string, string> = {}
  // Each by its name: to list the real environment costs a call for everything in it.
  for (const name of passed) {
    const value = process.env[name]
    if (value !== undefined) scrubbed[name] = value
  }
  return Object.assign(scrubbed, extra)
}
