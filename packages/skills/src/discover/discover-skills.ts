import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Skill, SkillChecks, SkillWarning } from '../skill.ts'
import { plainText, quoted } from './plain-text.ts'
import { readSkill, type SkillPlace } from './read-skill.ts'
import { unreadable } from './read-text-file.ts'

/** Where to look for skills. */
export interface DiscoveryOptions extends Pick<SkillChecks, 'checkScript'> {
  /** Folders of skill folders; the first wins where two skills have one name. A root that does not exist is empty. */
  roots: readonly string[]
}

/** What was found: skills by root, then by folder name; and what was skipped or left out. */
export interface Discovery {
  skills: Skill[]
  warnings: SkillWarning[]
}

/** How long the event loop may be held at a time, in milliseconds. */
const sliceMs = 8

/**
 * Finds and reads the skills in `roots` (FR-030 to FR-034). Never throws for what it finds: a folder that cannot be
 * used is a warning that names file and reason, and the rest loads. Starts and changes nothing.
 */
export async function discoverSkills({ roots, checkScript }: DiscoveryOptions): Promise<Discovery> {
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
        message: `${quoted(place.entry)} leads to a folder that was read already`,
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
  const message = `the name "${skill.name}" is taken by the skill in ${quoted(first.path)}, which comes first; this one is skipped`
  warnings.push({ path: skill.path, code: 'duplicate_name', message })
}

function missingDependencies(skills: ReadonlyMap<string, Skill>): SkillWarning[] {
  return [...skills.values()].flatMap((skill) =>
    skill.dependencies
      .filter((dependency) => !skills.has(dependency))
      .map((dependency) => ({
        path: skill.path,
        code: 'missing_dependency' as const,
        message: `"${skill.name}" works together with the skill ${quoted(dependency)}, which is not installed`,
      })),
  )
}

/** The real paths of the roots that exist, each once. */
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
      const message = `${quoted(root)} is itself a skill; name the folder above it instead`
      warnings.push({ path: root, code: 'no_manifest', message })
    }
    return entries.flatMap((entry) => {
      const folder = placeOf(root, entry, warnings)
      return folder === undefined ? [] : [{ folder, entry, root }]
    })
  })
}

// Files beside the skill folders, and folders that belong to tools (.git, node_modules), are nobody's skills.
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
