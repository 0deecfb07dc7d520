import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  type Scaffold,
  ScaffoldError,
  scaffoldSkill,
  scaffoldTool,
  type ToolLanguage,
} from '@narratoria/tool-sdk/scaffold'
import { UsageError } from '../exit-codes.ts'

interface NewOptions {
  lang: ToolLanguage
  dir?: string
}

/** `narratoria tool new`. */
export function newTool(name: string, { lang, dir }: NewOptions): void {
  const here = process.cwd()
  const inSkill = dir === undefined && existsSync(join(here, 'skill.json'))
  tell(refusing(() => scaffoldTool({ name, lang, dir: inSkill ? here : resolve(dir ?? 'skills') })))
}

/** `narratoria skill new`. */
export function newSkill(name: string, { lang, dir }: NewOptions): void {
  tell(refusing(() => scaffoldSkill({ name, lang, dir: resolve(dir ?? 'skills') })))
}

function refusing(write: () => Scaffold): Scaffold {
  try {
    return write()
  } catch (error) {
    if (ScaffoldError.isInstance(error)) throw new UsageError(error.message)
    throw error
  }
}

/** A path as a shell takes it for one word. */
function word(path: string): string {
  return /^[\w./\\:@+-]+$/.test(path) ? path : `"${path.replace(/["$`]/g, '\\$&')}"`
}

function tell({ folder, tool, files }: Scaffold): void {
  const short = (path: string): string => relative(process.cwd(), path) || '.'
  const lines = [
    ...files.map((file) => `wrote ${short(file)}`),
    '',
    'Next:',
    `  narratoria tool check ${word(short(tool))}`,
    `  narratoria skills list --skills ${word(short(join(folder, '..')))}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
