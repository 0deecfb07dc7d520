import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, parse, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SkillRegistry } from '@narratoria/skills'
import { isSessionId } from './session-id.ts'
import { besideDatabase, isSqlite, SqliteCopies } from './sqlite-copy.ts'
import { holdsSecret } from './secrets-in-file.ts'

/** A file that a skill stored for one session. */
export interface SkillFile {
  skill: string
  /** Relative to the skill's data folder, separated by `/`. One part is the session's id, with or without an ending. */
  path: string
  /** Can be read once. */
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The data folders of skills. */
export interface SkillFolders {
  skills: SkillRegistry
  home: string
}

/**
 * The files that skills stored for a session: those whose folder or name is its id. A database is copied consistently.
 * A file that contains a secret is left out and passed to `onLeftOut`.
 */
export async function* readSkillFiles(
  { skills, home }: SkillFolders,
  sessionId: string,
  onLeftOut: (path: string) => void = () => {},
): AsyncGenerator<SkillFile> {
  const secrets = skills.secrets()
  const copies = new SqliteCopies()
  try {
    for (const { skill, path: dataDir } of dataDirs({ skills, home })) {
      for (const path of await filesOf(dataDir, sessionId)) {
        const file = join(dataDir, path)
        const source = await sourceOf(file, copies)
        if (source === undefined) continue
        if (await holdsSecret(source, secrets)) onLeftOut(file)
        else yield { skill, path: path.split(sep).join('/'), content: createReadStream(source) }
      }
    }
  } finally {
    await copies.close()
  }
}

/** Deletes the files that skills stored for a session. */
export async function removeSkillFiles({ skills, home }: SkillFolders, sessionId: string): Promise<void> {
  for (const dataDir of dataDirs({ skills, home }))
    for (const path of await filesOf(dataDir.path, sessionId)) await rm(join(dataDir.path, path), { force: true })
}

/** The data folders that exist. Asking a skill for its folder creates it, so skills that have none are not asked. */
function dataDirs({ skills, home }: SkillFolders): { skill: string; path: string }[] {
  return skills.list().flatMap(({ name, path: folder }) => {
    const exists = [join(folder, 'data'), join(home, 'skill-data', name, 'data')].some((path) => existsSync(path))
    return exists ? [{ skill: name, path: skills.dataDir(name) }] : []
  })
}

async function filesOf(dataDir: string, sessionId: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((path) => belongsTo(path.split(sep).join('/'), sessionId))
}

/** The path to read a file's bytes from; `undefined` if they are in another copy, or if the file was removed meanwhile. */
async function sourceOf(file: string, copies: SqliteCopies): Promise<string | undefined> {
  const database = file.replace(besideDatabase, '')
  if (!(await isSqlite(database))) return existsSync(file) ? file : undefined
  const copy = await copies.copy(database)
  if (database === file) return copy ?? file
  return copy === undefined ? file : undefined
}

/** Writes a file of an import. Returns the reason if the file was left out. */
export async function writeSkillFile(
  { skills }: SkillFolders,
  sessionId: string,
  file: SkillFile,
): Promise<string | undefined> {
  const parts = file.path.split('/')
  const sane = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
  if (!sane || !belongsTo(file.path, sessionId)) return `"${file.path}" is not a path of this session's data`
  if (!skills.get(file.skill)) return `the skill "${file.skill}" is not installed`
  const target = join(skills.dataDir(file.skill), ...parts)
  await mkdir(dirname(target), { recursive: true })
  try {
    await pipeline(file.content, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    return undefined
  } catch (error) {
    return `${target} could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`
  }
}

/** Replaces the id of a session in a path. */
export function movePath(path: string, { from, to }: { from: string; to: string }): string {
  const parts = path.split('/')
  return parts.map((part) => (isNamed(part, from) ? to + part.slice(from.length) : part)).join('/')
}

/** Returns whether a path belongs to a session. An id that is only a part of a name does not count: other names may contain it. */
function belongsTo(path: string, sessionId: string): boolean {
  return path.split('/').some((part) => isNamed(part, sessionId))
}

function isNamed(part: string, sessionId: string): boolean {
  return (
    part === sessionId || parse(part).name === sessionId || (isSessionId(sessionId) && part.startsWith(`${sessionId}.`))
  )
}
