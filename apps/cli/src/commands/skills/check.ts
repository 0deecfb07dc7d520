import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { modelChecks } from '@narratoria/planner'
import { checkSkill } from '@narratoria/skills'
import { exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { count } from '../../terminal/terminal.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { CheckOptions } from '../skills.ts'
import { findSkill, withSkills } from './registry.ts'

/** `narratoria skills check FOLDER…`. A name represents the folder of that skill. */
export async function checkSkills(options: CheckOptions, io: Io): Promise<number> {
  const folders = await Promise.all(options.folders.map((target) => findFolder(target, options, io)))
  const checks = await Promise.all(folders.map((folder) => checkSkill(folder, modelChecks)))
  const ok = checks.every((check) => check.ok)
  if (options.json) {
    const problems = checks.flatMap((check) => check.problems)
    printJson(io, { ok, problems, notes: checks.flatMap(({ notes }) => notes) })
  } else {
    for (const [index, check] of checks.entries()) {
      print(io, `${folders[index]}: ${check.ok ? 'ok' : count(check.problems.length, 'problem')}`)
      for (const problem of check.problems) print(io, `  ${problem.code}: ${problem.message}`)
      for (const note of check.notes) print(io, `  note: ${note.message}`)
    }
  }
  return ok ? exitCodes.success : exitCodes.failure
}

async function findFolder(target: string, options: CheckOptions, io: Io): Promise<string> {
  const folder = resolve(io.cwd, target)
  if (existsSync(folder) || /[\\/.]/.test(target)) return folder
  return withSkills(io, options, (registry) => findSkill(registry, target).path)
}
