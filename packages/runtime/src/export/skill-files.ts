import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SkillRegistry } from '@narratoria/skills'
import { holdsSecret } from './secrets-in-file.ts'

/** A file that a skill keeps for one session. */
export interface SkillFile {
  skill: string
  /** From the skill's data folder, with `/` between its parts; one of them holds the session's id. */
  path: string
  /** Read once, piece by piece. */
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Where skills keep their data. */
export interface SkillFolders {
  skills: SkillRegistry
  home: string
}

/**
 * The files that skills keep for a session: those whose path names its id. A file in which a secret stands is left out
 * and told to `onLeftOut`.
 */
export async function* readSkillFiles(
  { skills, home }: SkillFolders,
  sessionId: string,
  onLeftOut: (path: string) => void = () => {},
): AsyncGenerator<SkillFile> {
  const secrets = skills.secrets()
  for (const { name, path: folder } of skills.list()) {
    // Asking for a data folder creates it, so skills that have none are not asked.
    if (![join(folder, 'data'), join(home, 'skill-data', name, 'data')].some((path) => existsSync(path))) continue
    const dataDir = skills.dataDir(name)
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((found) => found.isFile())) {
      const file = join(entry.parentPath, entry.name)
      const path = relative(dataDir, file).split(sep).join('/')
      if (!path.includes(sessionId)) continue
      if (await holdsSecret(file, secrets)) onLeftOut(file)
      else yield { skill: name, path, content: createReadStream(file) }
    }
  }
}

/** Writes a file that came with an import; answers with why it was left out where it was. */
export async function writeSkillFile(
  { skills }: SkillFolders,
  sessionId: string,
  file: SkillFile,
): Promise<string | undefined> {
  const parts = file.path.split('/')
  const sane = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
  if (!sane || !file.path.includes(sessionId)) return `"${file.path}" is no path of this session's data`
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
