import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'

type Surroundings = Pick<Io, 'env' | 'cwd'>

/**
 * The folder of the user's sessions, models and settings: `NARRATORIA_HOME`. Defaults to `~/.narratoria`.
 *
 * @throws {UsageError} if it names a folder that the kernel of Linux makes up
 */
export function narratoriaHome({ env, cwd }: Surroundings): string {
  const home = resolve(cwd, env.NARRATORIA_HOME || join(homedir(), '.narratoria'))
  // Creating a folder there never ends (`mkdir` with `recursive`).
  if (process.platform === 'linux' && /^\/(?:proc|sys)\//.test(home))
    throw new UsageError(`NARRATORIA_HOME is ${home}, where nothing can be stored; choose another folder.`)
  return home
}

/** The shipped skills: in the published package, or in the workspace. */
function shippedSkills(): string | undefined {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return [join(folder, 'skills'), join(folder, '../../skills')].find((path) => existsSync(path))
}

/**
 * The folder `./skills`, unless it is the shipped one or one of `named`. Its skills may be anyone's code, so they are used only
 * after the user confirmed it.
 */
export function localSkills({ cwd }: Surroundings, named: readonly string[] = []): string | undefined {
  const folder = join(cwd, 'skills')
  if (!existsSync(folder)) return undefined
  const real = realpathSync(folder)
  const known = [...named.map((path) => resolve(cwd, path)), shippedSkills()]
  return known.some((path) => path && existsSync(path) && realpathSync(path) === real) ? undefined : folder
}

/**
 * The skill roots in order of discovery: each `--skills`, a confirmed `./skills`, the user's, the shipped ones. The
 * user's folder may not exist yet: a host that watches its roots notices when it is created.
 *
 * @throws {UsageError} if a named folder does not exist
 */
export function skillRoots(
  io: Surroundings,
  options: { skills?: string[]; shippedSkills?: boolean; local?: string } = {},
): string[] {
  const { skills = [], shippedSkills: useShipped = true, local } = options
  const named = skills.map((folder) => resolve(io.cwd, folder))
  for (const [index, folder] of named.entries())
    if (!existsSync(folder)) throw new UsageError(`the skills folder "${skills[index]}" does not exist`)
  const roots = [...named, local, join(narratoriaHome(io), 'skills'), useShipped ? shippedSkills() : undefined]
  return roots.filter((root) => root !== undefined)
}
