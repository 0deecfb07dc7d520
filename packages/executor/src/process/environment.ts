const everywhere = ['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'USER', 'LOGNAME']
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
const passed = new Set(process.platform === 'win32' ? [...everywhere, ...passedOnWindows] : everywhere)

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
    const key = process.platform === 'win32' ? name.toUpperCase() : name
    if (!passed.has(key) && !key.startsWith('LC_')) continue
    const value = source[name]
    if (value !== undefined) scrubbed[name] = value
  }
  return Object.assign(scrubbed, extra)
}
