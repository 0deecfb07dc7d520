import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Skill, SkillChecks, SkillWarning } from '../skill.ts'
import { plainText, quoted } from '../manifest/plain-text.ts'
import { readSkill, type SkillPlace } from './read-skill.ts'
import { unreadable } from '../files/read-text-file.ts'

/** The skills that were found, by root and folder name, and what was skipped or ignored. */
export interface Discovery {
  skills: Skill[]
  warnings: SkillWarning[]
}

/** The longest time that the event loop is blocked at once, in milliseconds. */
const sliceMs = 8

/**
 * Finds and reads the skills in `roots` once. A folder that cannot be used becomes a warning and the others load; the content
 * of a folder never makes it throw. Runs and changes nothing.
 *
 * `roots` are folders of skill folders: the first of two skills with the same name is used, and a root that does not exist is
 * empty. `checkScript` is a further check of the host. Defaults to none.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { discoverSkills } from '@narratoria/skills'
 *
 * const { skills, warnings } = await discoverSkills({ roots: ['../../skills'] })
 * for (const { path, message } of warnings) console.warn(path, message)
 * assert.ok(skills.some(({ name }) => name === 'dice-roller'))
 * ```
 */
export async function discoverSkills({
  roots,
  checkScript,
}: { roots: readonly string[] } & Pick<SkillChecks, 'checkScript'>): Promise<Discovery> {
  const warnings: SkillWarning[] = []
  const skills = new Map<string, Skill>()
  const seen = new Set<string>()
  let sliceStart = performance.now()
  for (const place of listPlaces(roots, warnings)) {
    if (seen.has(place.folder)) {
      const path = join(place.root, place.entry)
      warnings.push({
        path,
        code: 'duplicate_name',
        message: `${quoted(place.entry)} links to a folder that was already read`,
      })
      continue
    }
    seen.add(place.folder)
    const reading = await readSkill(place, { checkScript })
    warnings.push(...reading.warnings)
    if (reading.skill) keepFirst(skills, reading.skill, warnings)
    if (performance.now() - sliceStart > sliceMs) {
      await nextTick()
      sliceStart = performance.now()
    }
  }
  warnings.push(...missingDependencies(skills))
  return { skills: [...skills.values()], warnings }
}

function keepFirst(skills: Map<string, Skill>, skill: Skill, warnings: SkillWarning[]): void {
  const first = skills.get(skill.name)
  if (!first) {
    skills.set(skill.name, skill)
    return
  }
  const message = `the name "${skill.name}" is already used by the skill in ${quoted(first.path)}; this one is skipped`
  warnings.push({ path: skill.path, code: 'duplicate_name', message })
}

function missingDependencies(skills: ReadonlyMap<string, Skill>): SkillWarning[] {
  return [...skills.values()].flatMap((skill) =>
    skill.dependencies
      .filter((dependency) => !skills.has(dependency))
      .map((dependency) => ({
        path: skill.path,
        code: 'missing_dependency' as const,
        message: `"${skill.name}" depends on the skill ${quoted(dependency)}, which is not installed`,
      })),
  )
}

/** The real paths of the existing roots, without duplicates. */
export function realRoots(roots: readonly string[], warnings: SkillWarning[] = []): string[] {
  const found = roots.flatMap((root) => {
    try {
      const real = realpathSync(resolve(root))
      if (statSync(real).isDirectory()) return [real]
      warnings.push({ path: root, code: 'unreadable', message: `${quoted(root)} is not a folder` })
    } catch (error) {
      const { code, reason } = unreadable(error)
      if (code !== 'missing') warnings.push({ path: root, code, message: `${quoted(root)} ${reason}` })
    }
    return []
  })
  return [...new Set(found)]
}

function listPlaces(roots: readonly string[], warnings: SkillWarning[]): SkillPlace[] {
  return realRoots(roots, warnings).flatMap((root) => {
    let entries: string[]
    try {
      entries = readdirSync(root).sort()
    } catch (error) {
      warnings.push({ path: root, code: 'unreadable', message: `${quoted(root)} ${unreadable(error).reason}` })
      return []
    }
    if (entries.includes('skill.json') || entries.includes('SKILL.md')) {
      const message = `${quoted(root)} is a skill; use its parent folder as the root`
      warnings.push({ path: root, code: 'no_manifest', message })
    }
    return entries.flatMap((entry) => {
      const folder = placeOf(root, entry, warnings)
      return folder === undefined ? [] : [{ folder, entry, root }]
    })
  })
}

// Files, hidden folders and node_modules in a root are not skills.
function placeOf(root: string, entry: string, warnings: SkillWarning[]): string | undefined {
  if (entry.startsWith('.') || entry === 'node_modules') return undefined
  const path = join(root, entry)
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch (error) {
    const message = plainText(`${basename(path)} ${unreadable(error).reason}`)
    warnings.push({ path, code: 'unreadable', message })
    return undefined
  }
}
