import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../exit-codes.ts'

/** Where the user's sessions, models and settings live: `NARRATORIA_HOME`, by default `~/.narratoria`. */
export function narratoriaHome(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.NARRATORIA_HOME || join(homedir(), '.narratoria'))
}

/** The shipped skills: beside the published package's programs, or in the workspace. */
export function shippedSkills(): string | undefined {
  return ['../skills', '../../../skills']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}

/**
 * A `./skills` that is neither the shipped folder nor one of those that were `named`: code of somebody else's, used only
 * when the player agrees.
 */
export function foreignSkills(named: readonly string[] = []): string | undefined {
  const folder = join(process.cwd(), 'skills')
  if (!existsSync(folder)) return undefined
  const real = realpathSync(folder)
  const known = [...named, shippedSkills()].filter((path) => path !== undefined && existsSync(path))
  return known.some((path) => realpathSync(path!) === real) ? undefined : folder
}

/**
 * The discovery roots in their order: each `--skills`, an agreed `./skills`, the user's, the shipped ones. The user's
 * may not be there yet: a host that watches its skills sees it come.
 *
 * @throws {UsageError} where a named folder does not exist
 */
export function skillRoots(options: { skills: string[]; shippedSkills: boolean; foreign?: string }): string[] {
  for (const folder of options.skills) {
    if (!existsSync(folder)) throw new UsageError(`the skills folder "${folder}" does not exist`)
  }
  const roots = [...options.skills.map((folder) => resolve(folder)), options.foreign, join(narratoriaHome(), 'skills')]
  return [...roots, options.shippedSkills ? shippedSkills() : undefined].filter((root) => root !== undefined)
}
