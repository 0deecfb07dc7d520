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

/** Returns a tool's environment: path, home, locale and temporary folder of the host, and `extra`. */
export function scrubEnvironment(
  source: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return platform.pickVariables(source, passed, extra)
}
