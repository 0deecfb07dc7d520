import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { SkillWarning } from '@narratoria/skills'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { oneLine } from '../../terminal/terminal.ts'

const manifests = ['skill.json', 'SKILL.md', 'skill.md']

/**
 * The tool at a path, or the scripts of the skill in that folder.
 *
 * @throws {UsageError} if the skill is unreadable, has an invalid script, or has none
 */
export async function findTools(io: Io, path: string): Promise<string[]> {
  const target = resolve(io.cwd, path)
  if (!manifests.some((file) => existsSync(join(target, file)))) return [target]
  // Loaded only here: checking a tool does not need it.
  const { checkSkill } = await import('@narratoria/skills')
  const { skill, problems } = await checkSkill(target)
  const relevant = skill ? problems.filter(isAboutScripts) : problems
  const tools = skill?.scripts.filter(({ runnable }) => runnable) ?? []
  if (relevant.length === 0 && tools.length > 0) return tools.map((tool) => tool.path)
  const list = relevant.map(({ message }) => `\n  ${message}`).join('')
  const none =
    ' it has no runnable script; list scripts as "scripts" in skill.json, or put executables into scripts/ beside it'
  throw new UsageError(`the scripts of the skill in ${oneLine(path)} cannot be checked:${list || none}`)
}

/** Other problems of a skill are reported by `skills check`. */
function isAboutScripts({ code, message, path }: SkillWarning): boolean {
  if (code.startsWith('script_') || code === 'duplicate_script' || basename(dirname(path)) === 'scripts') return true
  return code !== 'unknown_field' && /^(skill\.json: ("scripts"|scripts\[)|scripts: )/.test(message)
}
