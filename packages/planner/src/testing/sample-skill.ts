import type { Trigger } from '@narratoria/protocol/skill'
import type { Skill, SkillScript } from '@narratoria/skills'

/** A skill with defaults like those of a manifest. A trigger that is a string is a phrase. */
export interface SampleSkill extends Partial<Omit<Skill, 'scripts'>> {
  name: string
  scripts?: (Partial<Omit<SkillScript, 'triggers'>> & { name: string; triggers?: (string | Trigger)[] })[]
}

/** Makes a skill like one that was discovered in `/skills/<name>`, without files. */
export function sampleSkill({ name, scripts = [], ...rest }: SampleSkill): Skill {
  const path = rest.path ?? `/skills/${name}`
  return {
    displayName: name,
    version: '1.0.0',
    description: name,
    root: '/skills',
    prompt: '',
    capabilities: [],
    dependencies: [],
    priority: 50,
    env: [],
    enabled: true,
    errorState: 'healthy',
    ...rest,
    name,
    path,
    scripts: scripts.map((script) => ({
      path: `${path}/scripts/${script.name}.mjs`,
      description: '',
      stage: 'act',
      optional: false,
      prewarm: true,
      runnable: true,
      ...script,
      triggers: (script.triggers ?? []).map((trigger) => (typeof trigger === 'string' ? { phrase: trigger } : trigger)),
    })),
  }
}
