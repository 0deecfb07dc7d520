import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { modelChecks } from '@narratoria/planner'
import { checkSkill, openSkills, type Skill, type SkillRegistry, type SkillWarning } from '@narratoria/skills'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { agreedForeignSkills } from '../host/agree.ts'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'
import { describeWarning } from '../terminal/skill-warning.ts'
import { printable } from '../terminal/terminal.ts'

/** Which skills a command is about, and how it answers. */
export interface SkillsOptions {
  skills: string[]
  shippedSkills: boolean
  json?: boolean
}

/** Opens the skills for one command and closes them after it. */
export async function withSkills<T>(
  options: SkillsOptions,
  work: (registry: SkillRegistry) => T | Promise<T>,
): Promise<T> {
  const foreign = agreedForeignSkills(options.skills)
  const roots = skillRoots({ ...options, foreign })
  const registry = await openSkills({ roots, home: narratoriaHome(), ...modelChecks })
  try {
    return await work(registry)
  } finally {
    await registry.close()
  }
}

/** The skill of that name. @throws {UsageError} where there is none */
export function findSkill(registry: SkillRegistry, name: string): Skill {
  const skill = registry.get(name)
  if (skill) return skill
  const names = registry.list().map((each) => each.name)
  throw new UsageError(`there is no skill named "${name}"; there are ${names.join(', ') || 'none'}`)
}

/** `narratoria skills list`. */
export function listSkills(options: SkillsOptions): Promise<void> {
  return withSkills(options, (registry) => {
    const skills = registry.list()
    if (options.json) {
      printJson(registry, { skills: skills.map(summary), warnings: registry.warnings })
      return
    }
    for (const skill of skills) {
      print(`${skill.name} ${skill.version} (${stateOf(skill)}): ${skill.description}`)
      for (const script of skill.scripts) print(`  ${script.name}${script.description && `: ${script.description}`}`)
    }
    tell(registry.warnings, registry)
  })
}

function summary({ name, displayName, version, description, path, enabled, errorState, scripts }: Skill) {
  const files = scripts.map((script) => ({ name: script.name, path: script.path }))
  return { name, displayName, version, description, path, enabled, errorState, scripts: files }
}

function stateOf(skill: Skill): string {
  return skill.enabled ? skill.errorState : 'disabled'
}

/** `narratoria skills show NAME`. */
export function showSkill(name: string, options: SkillsOptions): Promise<void> {
  return withSkills(options, (registry) => {
    const skill = findSkill(registry, name)
    const form = registry.describeForm(name)
    const settings = form?.groups.flatMap((group) => group.fields) ?? []
    const warnings = warningsOf(registry, skill)
    if (options.json) {
      const { prompt, capabilities, dependencies, priority, license, author } = skill
      const rest = { author, license, priority, capabilities, dependencies, prompt, settings, warnings }
      printJson(registry, { ...summary(skill), ...rest })
      return
    }
    const facts = { author: skill.author, license: skill.license, priority: skill.priority, folder: skill.path }
    print(`${skill.displayName} (${skill.name} ${skill.version}, ${stateOf(skill)})`)
    print(skill.description)
    for (const [label, fact] of Object.entries(facts)) if (fact !== undefined) print(`${label}: ${fact}`)
    if (skill.scripts.length > 0) print('\nScripts:')
    for (const script of skill.scripts) {
      print(
        `  ${script.name}${script.description && `: ${script.description}`}${script.runnable ? '' : ' (listed only, never run)'}`,
      )
    }
    if (settings.length > 0) print('\nSettings:')
    for (const field of settings) {
      print(`  ${field.name} = ${field.shown || '(none)'}${field.description && `  ${field.description}`}`)
    }
    if (skill.prompt !== '') print(`\nPrompt:\n${skill.prompt.replaceAll(/^/gm, '  ')}`)
    tell(warnings, registry)
  })
}

function warningsOf(registry: SkillRegistry, skill: Skill): SkillWarning[] {
  return registry.warnings.filter(({ path }) => `${path}${sep}`.startsWith(`${skill.path}${sep}`))
}

/** Tells what is wrong with a skill, its settings included. */
export function tellWarnings(registry: SkillRegistry, skill: Skill): void {
  tell(warningsOf(registry, skill), registry)
}

/** `narratoria skills check FOLDER…`: strict; a name stands for the folder of that skill. */
export async function checkSkills(targets: string[], options: SkillsOptions): Promise<void> {
  const folders = await Promise.all(targets.map((target) => folderOf(target, options)))
  const checks = await Promise.all(folders.map((folder) => checkSkill(folder, modelChecks)))
  const ok = checks.every((check) => check.ok)
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ ok, problems: checks.flatMap(({ problems }) => problems), notes: checks.flatMap(({ notes }) => notes) })}\n`,
    )
  } else {
    for (const [index, check] of checks.entries()) {
      print(`${folders[index]}: ${check.ok ? 'in order' : `${check.problems.length} wrong`}`)
      for (const problem of check.problems) print(`  ${problem.code}: ${problem.message}`)
      for (const note of check.notes) print(`  note: ${note.message}`)
    }
  }
  process.exitCode = ok ? exitCodes.success : exitCodes.failure
}

async function folderOf(target: string, options: SkillsOptions): Promise<string> {
  if (existsSync(target) || /[\\/.]/.test(target)) return target
  return withSkills(options, (registry) => findSkill(registry, target).path)
}

/** `narratoria skills enable NAME…` and `disable NAME…`. */
export function switchSkills(names: string[], enabled: boolean, options: SkillsOptions): Promise<void> {
  return withSkills(options, async (registry) => {
    for (const name of names) findSkill(registry, name)
    for (const name of names) {
      await registry.setEnabled(name, enabled)
      print(`${name} is ${enabled ? 'enabled' : 'disabled'}`)
    }
  })
}

function tell(warnings: readonly SkillWarning[], registry: SkillRegistry): void {
  for (const warning of registry.maskSecrets(warnings)) {
    process.stderr.write(`warning: ${describeWarning(warning)}\n`)
  }
}

function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}

/** Prints one JSON document without any secret in it. */
export function printJson(registry: SkillRegistry, value: unknown): void {
  process.stdout.write(`${JSON.stringify(registry.maskSecrets(value))}\n`)
}
