import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { JsonValue } from '@narratoria/protocol'
import { isInside, unreadable } from '../files/read-text-file.ts'
import { plainText, quoted } from '../manifest/plain-text.ts'
import { defaultScript, parseScript, type WarnScript } from '../manifest/script-fields.ts'
import type { SkillScript } from '../skill.ts'

/** The most scripts of one skill. */
const maxScripts = 200

/** Reads the `scripts` of a manifest. An invalid entry is ignored with a warning. */
export function listedScripts(folder: string, entries: readonly JsonValue[], warn: WarnScript): SkillScript[] {
  const scripts = new Map<string, SkillScript>()
  if (entries.length > maxScripts)
    warn('too_large', `"scripts" has more than ${maxScripts} entries; the others are ignored`)
  for (const [index, entry] of entries.slice(0, maxScripts).entries()) {
    const warnHere: WarnScript = (code, message, path) => warn(code, `scripts[${index}]: ${message}`, path)
    const script = parseScript(entry, warnHere)
    const path = script && scriptFile(folder, script.path, warnHere)
    if (path === undefined) continue
    if (scripts.has(script!.name))
      warnHere('duplicate_script', `duplicate name ${quoted(script!.name)}; the first one is used`)
    else scripts.set(script!.name, { ...script!, path })
  }
  return [...scripts.values()]
}

/** The real path of an executable regular file in `folder`. Returns undefined, with a warning, for anything else. */
function scriptFile(folder: string, path: string, warn: WarnScript): string | undefined {
  const absolute = resolve(folder, path)
  const isOutside = () =>
    warn('script_outside_folder', `${quoted(path)} is outside the skill's folder; the script is ignored`)
  try {
    const real = realpathSync(absolute)
    if (!isInside(folder, absolute) || !isInside(folder, real)) isOutside()
    else if (!statSync(real).isFile())
      warn('script_missing', `${quoted(path)} is not a regular file; the script is ignored`, absolute)
    else if (!isExecutable(real))
      warn(
        'script_not_executable',
        `${quoted(path)} is not executable; make it executable (chmod +x); the script is ignored`,
        absolute,
      )
    else return real
  } catch (error) {
    // Existing and missing files outside the folder get the same message, so that a manifest cannot probe the disk.
    if (!isInside(folder, absolute)) isOutside()
    else warn('script_missing', `${quoted(path)} ${unreadable(error).reason}; the script is ignored`)
  }
  return undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Every executable file directly in `scripts/`, by name. */
export function foundScripts(folder: string, warn: WarnScript): SkillScript[] {
  const scriptsFolder = join(folder, 'scripts')
  let files: string[]
  try {
    if (!isInside(folder, realpathSync(scriptsFolder))) {
      warn('script_outside_folder', "is outside the skill's folder; its scripts are ignored", scriptsFolder)
      return []
    }
    files = readdirSync(scriptsFolder).sort()
  } catch (error) {
    const { code, reason } = unreadable(error)
    if (code !== 'missing') warn('unreadable', `the folder ${reason}; its scripts are ignored`, scriptsFolder)
    return []
  }
  const scripts = new Map<string, SkillScript>()
  if (files.length > maxScripts)
    warn('too_large', `has more than ${maxScripts} files; the others are ignored`, scriptsFolder)
  for (const file of files.slice(0, maxScripts)) {
    if (file.startsWith('.')) continue
    const path = foundScript(folder, join(scriptsFolder, file), warn)
    if (path === undefined) continue
    const stem = plainText(basename(file, extname(file)))
    const name = scripts.has(stem) ? plainText(file) : stem
    if (!scripts.has(name)) scripts.set(name, defaultScript(name, path))
  }
  return [...scripts.values()]
}

// The folder may also hold libraries and data, which are skipped without a warning. A link out of the folder gets one.
function foundScript(folder: string, path: string, warn: WarnScript): string | undefined {
  try {
    const real = realpathSync(path)
    if (!statSync(real).isFile() || !isExecutable(real)) return undefined
    if (isInside(folder, real)) return real
    warn('script_outside_folder', "is outside the skill's folder; the script is ignored", path)
  } catch (error) {
    warn('unreadable', `${unreadable(error).reason}; the script is ignored`, path)
  }
  return undefined
}
