import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Scaffold, ScaffoldError, scaffoldSkill, scaffoldTool } from '@narratoria/tool-sdk/scaffold'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { NewOptions } from './command.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'

/** `narratoria tool new`: adds a tool to the skill of the current folder, or creates a skill for it. */
export async function newTool({ name, lang, dir }: NewOptions, io: Io): Promise<void> {
  const isInSkill = dir === undefined && existsSync(join(io.cwd, 'skill.json'))
  const target = isInSkill ? io.cwd : resolve(io.cwd, dir ?? 'skills')
  printNext(io, () => scaffoldTool({ name, lang, dir: target }))
}

export async function newSkill({ name, lang, dir = 'skills' }: NewOptions, io: Io): Promise<void> {
  printNext(io, () => scaffoldSkill({ name, lang, dir: resolve(io.cwd, dir) }))
}

function printNext(io: Io, create: () => Scaffold): void {
  try {
    const { folder, tool, files } = create()
    const short = (path: string): string => relative(io.cwd, path) || '.'
    for (const file of files) print(io, `wrote ${short(file)}`)
    print(io, '\nNext:')
    print(io, `  narratoria tool check ${quoteForShell(short(tool))}`)
    print(io, `  narratoria skills list --skills ${quoteForShell(short(join(folder, '..')))}`)
  } catch (error) {
    throw ScaffoldError.isInstance(error) ? new UsageError(error.message) : error
  }
}
