import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { modelChecks } from '@narratoria/planner'
import { checkSkill } from '@narratoria/skills'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { demandLines } from '../../host/skill-sources/describe-skill.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { ListOptions, ShowOptions, CheckOptions } from './command.ts'
import { printWarnings, stateOf, summarizeSkill, withSkills, findSkill, warningsOf } from './registry.ts'

export function listSkills(options: ListOptions, io: Io): Promise<void> {
  return withSkills(io, options, (registry) => {
    const skills = registry.list()
    if (options.json) {
      const document = { skills: skills.map(summarizeSkill), warnings: registry.warnings }
      return printJson(io, registry.maskSecrets(document))
    }
    for (const skill of skills) {
      print(io, `${skill.name} ${skill.version} (${stateOf(skill)}): ${skill.description}`)
      for (const { name, description } of skill.scripts) print(io, `  ${name}${description && `: ${description}`}`)
    }
    printWarnings(io, registry, registry.warnings)
  })
}

export function showSkill(options: ShowOptions, io: Io): Promise<void> {
  return withSkills(io, options, (registry) => {
    const skill = findSkill(registry, options.name)
    const settings = registry.describeForm(skill.name)?.groups.flatMap((group) => group.fields) ?? []
    const warnings = warningsOf(registry, skill)
    const { prompt, capabilities, dependencies, priority, license, author } = skill
    if (options.json) {
      const details = { author, license, priority, capabilities, dependencies, prompt, settings, warnings }
      return printJson(io, registry.maskSecrets({ ...summarizeSkill(skill), ...details }))
    }
    print(io, `${skill.displayName} (${skill.name} ${skill.version}, ${stateOf(skill)})`)
    print(io, skill.description)
    for (const [label, value] of Object.entries({ author, license, priority, folder: skill.path }))
      if (value !== undefined) print(io, `${label}: ${value}`)
    if (skill.origin)
      print(io, `added: ${skill.origin.addedAt.slice(0, 10)}, from ${skill.origin.kind} ${skill.origin.source}`)
    for (const line of demandLines(skill)) print(io, line)
    if (skill.scripts.length > 0) print(io, '\nScripts:')
    for (const { name, description, runnable } of skill.scripts)
      print(io, `  ${name}${description && `: ${description}`}${runnable ? '' : ' (not runnable)'}`)
    if (settings.length > 0) print(io, '\nSettings:')
    for (const { name, shown, description } of settings)
      print(io, `  ${name} = ${shown || '(none)'}${description && `  ${description}`}`)
    if (prompt !== '') print(io, `\nPrompt:\n${prompt.replaceAll(/^/gm, '  ')}`)
    printWarnings(io, registry, warnings)
  })
}

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
  return withSkills(io, options, (registry) => {
    const { path, name } = findSkill(registry, target)
    if (path === `tool:${name}`)
      throw new UsageError(`${name} is not a folder but an MCP server; check it with "narratoria mcp test"`)
    return path
  })
}
