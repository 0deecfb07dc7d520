import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Skill, SkillOrigin, SkillWarning } from '../skill.ts'
import { folderDigest } from './folder-digest.ts'

const kinds: readonly string[] = ['package', 'folder', 'archive']

/** The folder of the installed skills of a home. */
export function installedSkills(home: string): string {
  return join(home, 'skills')
}

/**
 * What is stored about the skill in a folder of `installedSkills(home)`. Returns undefined for a skill that was put there by hand, and
 * `fault` if the record cannot be used.
 */
export function readOrigin(home: string, folder: string): SkillOrigin | { fault: string } | undefined {
  const path = recordPath(home, folder)
  if (!existsSync(path)) return undefined
  const { values, fault } = readJsonFile(path)
  if (fault !== undefined) return { fault: `its record ${fault}` }
  const { source, kind, digest, addedAt, trusted } = values
  const texts = [source, kind, digest, addedAt]
  if (!texts.every((value) => typeof value === 'string') || !kinds.includes(kind as string))
    return { fault: 'its record is incomplete' }
  return { source, kind, digest, addedAt, trusted: trusted === true } as SkillOrigin
}

/** Stores where the skill in a folder comes from, and whether the user trusts it. */
export async function saveOrigin(home: string, folder: string, origin: SkillOrigin): Promise<void> {
  await mkdir(join(home, 'installed-skills'), { recursive: true, mode: 0o700 })
  await writeJsonFile(recordPath(home, folder), { ...origin } satisfies JsonObject)
}

/** Forgets where the skill in a folder comes from. */
export async function removeOrigin(home: string, folder: string): Promise<void> {
  await rm(recordPath(home, folder), { force: true })
}

/**
 * Adds the origins of installed skills. A skill whose folder differs from what the user agreed to is marked as changed, and a warning says
 * what to do.
 */
export function withOrigins(skills: readonly Skill[], home: string): { skills: Skill[]; warnings: SkillWarning[] } {
  const warnings: SkillWarning[] = []
  const root = realPathOf(installedSkills(home))
  const found = skills.map((skill) => {
    if (skill.root !== root) return skill
    const folder = basename(skill.path)
    const origin = readOrigin(home, folder)
    if (origin === undefined) return skill
    const fault = 'fault' in origin ? origin.fault : changeOf(skill, origin)
    if (fault !== undefined)
      warnings.push({
        path: skill.path,
        code: 'changed_since_added',
        message: `"${skill.name}" is not used: ${fault}; look at it, then run "narratoria skills trust ${folder}" or "narratoria skills add" again`,
      })
    const known = 'fault' in origin ? unknownOrigin : origin
    return { ...skill, origin: { ...known, changed: fault !== undefined } }
  })
  return { skills: found, warnings }
}

const unknownOrigin: SkillOrigin = { source: '', kind: 'folder', digest: '', addedAt: '', trusted: false }

function changeOf({ path }: Skill, { digest }: SkillOrigin): string | undefined {
  try {
    return folderDigest(path) === digest ? undefined : 'its folder changed after it was added'
  } catch {
    return 'its folder cannot be read completely'
  }
}

function recordPath(home: string, folder: string): string {
  return join(home, 'installed-skills', `${folder}.json`)
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
