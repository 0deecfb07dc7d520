const passed = ['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'USER', 'LOGNAME']
// Without these, Windows programs do not start.
const passedOnWindows = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]

/**
 * The environment of a tool (DESIGN: scrubbed): path, home, locale and temp of the host, and what the tool's
 * description names.
 */
export function scrubEnvironment(
  extra: Readonly<Record<string, string>> = {},
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const allowed = new Set(process.platform === 'win32' ? [...passed, ...passedOnWindows] : passed)
  const scrubbed: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    const key = process.platform === 'win32' ? name.toUpperCase() : name
    if (value !== undefined && (allowed.has(key) || key.startsWith('LC_'))) scrubbed[name] = value
  }
  return Object.assign(scrubbed, extra)
}
