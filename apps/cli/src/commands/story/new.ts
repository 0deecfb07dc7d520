import { relative, resolve } from 'node:path'
import { createProject } from '@narratoria/story'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { NewOptions } from '../story.ts'
import { explainErrors } from './project.ts'

/** `narratoria story new`. */
export async function newStory({ name, json, ...wishes }: NewOptions, io: Io): Promise<void> {
  const folder = resolve(io.cwd, name)
  await explainErrors(() => createProject(folder, wishes))
  if (json) printJson(io, { folder })
  else print(io, `Created ${relative(io.cwd, folder) || '.'}. Write its first scene with: narratoria story tick`)
}
