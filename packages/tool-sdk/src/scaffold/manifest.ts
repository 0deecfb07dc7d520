import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { ScaffoldError } from './scaffold-error.ts'

export interface ScriptEntry {
  name: string
  path: string
  [field: string]: unknown
}

/**
 * Returns the manifest of the skill in `folder` with one more script.
 *
 * @throws {ScaffoldError} `broken_manifest`, or `already_exists` if a script has the same name
 */
export function withScript(folder: string, entry: ScriptEntry): object {
  const path = join(folder, 'skill.json')
  const manifest = readManifest(path)
  const listed = manifest.scripts
  if (listed !== undefined && !Array.isArray(listed)) throw broken(path, 'does not have a list as its "scripts"')
  // Hosts search scripts/ only if the manifest lists no scripts, so those found so far must be listed now.
  const scripts: unknown[] = listed ?? findScripts(folder)
  if (scripts.some((script) => isObject(script) && script.name === entry.name)) {
    const message = `The skill in ${folder} already has a script "${entry.name}"; choose another name.`
    throw new ScaffoldError('already_exists', message)
  }
  return { ...manifest, scripts: [...scripts, entry] }
}

function readManifest(path: string): Record<string, unknown> {
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw broken(path, 'is not valid JSON', { cause })
  }
  if (!isObject(manifest)) throw broken(path, 'is not a JSON object')
  return manifest
}

function broken(path: string, what: string, options?: ErrorOptions): ScaffoldError {
  return new ScaffoldError('broken_manifest', `${path} ${what}; fix it first.`, options)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists the executables in `scripts/`, named as by a host. */
function findScripts(folder: string): ScriptEntry[] {
  const found = new Map<string, ScriptEntry>()
  for (const file of listFiles(join(folder, 'scripts'))) {
    if (file.startsWith('.') || !isExecutable(folder, join(folder, 'scripts', file))) continue
    const stem = basename(file, extname(file))
    const name = found.has(stem) ? file : stem
    if (!found.has(name)) found.set(name, { name, path: `scripts/${file}` })
  }
  return [...found.values()]
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

// Hosts require an executable regular file inside the skill's folder.
function isExecutable(folder: string, path: string): boolean {
  try {
    const real = realpathSync(path)
    accessSync(real, constants.X_OK)
    return statSync(real).isFile() && real.startsWith(`${realpathSync(folder)}${sep}`)
  } catch {
    return false
  }
}
