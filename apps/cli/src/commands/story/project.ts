import { relative, resolve, dirname } from 'node:path'
import { createProject, findProject, foreignLanguageOf, type Scene, StoryError } from '@narratoria/story'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson, notify } from '../../terminal/print.ts'
import { printable } from '@narratoria/protocol/printable'
import { describeTerminal, wrap } from '../../terminal/terminal.ts'
import type { NewOptions } from './command.ts'

export async function newStory({ name, json, ...wishes }: NewOptions, io: Io): Promise<void> {
  const folder = resolve(io.cwd, name)
  await explainErrors(() => createProject(folder, wishes))
  const language = foreignLanguageOf(wishes.premise ?? '')
  if (language !== undefined)
    notify(
      io,
      `the premise is not in English (${language}). What is written without a language model is in English, and takes only the proper names of the premise; connect a model with: narratoria models`,
    )
  if (json) printJson(io, { folder })
  else print(io, `Created ${relative(io.cwd, folder) || '.'}. Write its first scene with: narratoria story tick`)
}

/** The project of a command. Reports one that was found below the current folder. */
export function projectOf(io: Io, { project }: { project?: string }): string {
  const folder = findProject(resolve(io.cwd, project ?? '.'))
  const path = relative(io.cwd, folder)
  if (project === undefined && path !== '' && !path.startsWith('..')) notify(io, `in ${path}`)
  return folder
}

/** Turns expected errors of a story into messages that say what to do. */
export async function explainErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (StoryError.isInstance(error)) throw new UsageError(error.message)
    const { code, path } = error as NodeJS.ErrnoException
    const advice = fileErrors[code ?? '']
    throw advice === undefined || path === undefined
      ? error
      : new Error(`${dirname(path)} ${advice} (${code})`, { cause: error })
  }
}

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; create it, or choose another folder',
  ENOTDIR: 'is not a folder; choose another',
  EACCES: 'is not writable; change its permissions, or choose another folder',
  EPERM: 'is not writable; change its permissions, or choose another folder',
  EROFS: 'is on a read-only disk; choose another folder',
  ENOSPC: 'is on a full disk; free some space and try again',
}

export function formatScene(io: Io, scene: Scene, prose: string): string {
  const terminal = describeTerminal(io)
  return `${terminal.bold(printable(scene.title))}\n\n${wrap(prose, terminal.columns)}\n\n`
}
