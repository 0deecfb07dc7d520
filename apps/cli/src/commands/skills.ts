import { openSkills } from '@narratoria/skills'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'

interface ListOptions {
  skills: string[]
  shippedSkills: boolean
  json?: boolean
}

/** `narratoria skills list`. */
export async function listSkills(options: ListOptions): Promise<void> {
  const registry = await openSkills({ roots: skillRoots(options), home: narratoriaHome() })
  try {
    const skills = registry.list()
    if (options.json) {
      process.stdout.write(`${JSON.stringify({ skills: skills.map(describe), warnings: registry.warnings })}\n`)
      return
    }
    for (const skill of skills) {
      const mark = skill.enabled ? skill.errorState : 'disabled'
      process.stdout.write(`${skill.name} ${skill.version} (${mark}): ${skill.description}\n`)
      for (const script of skill.scripts) process.stdout.write(`  ${script.name}: ${script.description}\n`)
    }
    for (const warning of registry.warnings) process.stderr.write(`warning: ${warning.path}: ${warning.message}\n`)
  } finally {
    await registry.close()
  }

  function describe(skill: ReturnType<typeof registry.list>[number]) {
    const { name, displayName, version, description, path, enabled, errorState, scripts } = skill
    return {
      name,
      displayName,
      version,
      description,
      path,
      enabled,
      errorState,
      scripts: scripts.map((script) => ({ name: script.name, path: script.path })),
    }
  }
}
