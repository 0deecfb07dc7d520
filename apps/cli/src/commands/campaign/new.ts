import { basename, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { writeCampaign } from '@narratoria/campaigns'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import { openPrompt } from '../../terminal/prompt.ts'
import type { NewOptions } from './command.ts'

const questions = [
  ['title', 'Title', (folder: string) => titleOf(folder)],
  ['place', 'Where does the story begin? (for example: an empty ferry landing)', () => 'an empty ferry landing'],
  ['goal', 'What does the player look for? (for example: a brass key)', () => 'a brass key'],
] as const

/** `narratoria campaign new FOLDER`. Asks for what is not given. */
export async function newCampaign(options: NewOptions, io: Io): Promise<void> {
  const folder = resolve(io.cwd, options.folder)
  if (existsSync(folder)) throw new UsageError(`${options.folder} already exists; name a folder that does not`)
  const about = { title: '', place: '', goal: '' }
  const prompt = openPrompt(io)
  try {
    for (const [key, question, otherwise] of questions)
      about[key] = options[key] ?? ((await prompt.ask(`${question}: `))?.trim() || otherwise(folder))
  } finally {
    prompt.close()
  }
  const files = await writeCampaign(folder, about)
  for (const file of files) print(io, `wrote ${options.folder}/${file}`)
  print(io, `Play it: narratoria play --campaign ${options.folder}`)
  print(io, `Test it: narratoria campaign test ${options.folder}`)
}

function titleOf(folder: string): string {
  const words = basename(folder).replaceAll(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
