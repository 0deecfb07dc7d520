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
export function scrubEnvironment(
  source: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return platform.pickVariables(source, passed, extra)
}
