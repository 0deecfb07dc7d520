import type { Skill } from '@narratoria/skills'
import type { SettingsGroup } from '@narratoria/skills/config'
import { demandsOf } from '@narratoria/skills/install'
import { ConfigChange, SkillDetail, type SkillEntry, SkillList, SkillSwitch } from '../../api/skill-resources.ts'
import { WebError } from '../errors.ts'
import { basename } from 'node:path'
import type { WebContext } from '../web-app.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

const refusals = { 404: 'No skill has this name.' }

/** Skills: list, enable, disable, configure. Their texts are in the language of the header `Accept-Language`, if they have it. */
export function skillRoutes({ host }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/skills',
      operationId: 'listSkills',
      summary: 'Every skill that was found, and what was skipped',
      response: { status: 200, schema: SkillList, description: 'The skills.' },
      handle({ context }) {
        const { skills } = host()
        const warnings = skills.warnings.map(({ path, code, message }) => ({ where: basename(path), code, message }))
        const entries = skills.list().map((skill) => describeEntry(skill, languageOf(context)))
        return skills.maskSecrets({ skills: entries, warnings })
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/skills/{skill}',
      operationId: 'getSkill',
      summary: 'A skill with its prompt and its settings',
      response: { status: 200, schema: SkillDetail, description: 'The skill.' },
      refusals,
      handle: ({ params, context }) => describe(params.skill, languageOf(context)),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/skills/{skill}',
      operationId: 'switchSkill',
      summary: 'Switches a skill on or off',
      body: SkillSwitch,
      response: { status: 200, schema: SkillDetail, description: 'The skill.' },
      refusals,
      async handle({ params, body, context }) {
        find(params.skill)
        await host().skills.setEnabled(params.skill, body.enabled)
        return describe(params.skill, languageOf(context))
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/skills/{skill}/config',
      operationId: 'configureSkill',
      summary: "Changes some of a skill's settings, all of them or none",
      body: ConfigChange,
      response: { status: 200, schema: SkillDetail, description: 'The skill.' },
      refusals: { ...refusals, 422: 'Some settings are invalid; `issues` lists them. Nothing was saved.' },
      async handle({ params, body, context }) {
        find(params.skill)
        const { saved, issues } = await host().skills.setConfig(params.skill, body.values)
        if (saved) return describe(params.skill, languageOf(context))
        throw new WebError('invalid_request', 'Some settings are not right; nothing was saved.', {
          status: 422,
          issues,
        })
      },
    }),
  ]

  function find(name: string): Skill {
    const skill = host().skills.get(name)
    if (skill) return skill
    throw new WebError('unknown_skill', `There is no skill named "${name.slice(0, 100)}".`, { status: 404 })
  }

  function describeEntry(skill: Skill, language: string | undefined): SkillEntry {
    const { name, version, enabled, errorState } = skill
    return {
      name,
      ...host().skills.describeSkill(name, { language }),
      version,
      enabled,
      errorState,
      configurable: skill.configSchema !== undefined && Object.keys(skill.configSchema.properties).length > 0,
    }
  }

  function describe(name: string, language: string | undefined): SkillDetail {
    const skill = find(name)
    const { skills } = host()
    const { prompt, license, author, capabilities } = skill
    return skills.maskSecrets({
      ...describeEntry(skill, language),
      prompt,
      ...(license !== undefined && { license }),
      ...(author !== undefined && { author }),
      capabilities,
      demands: demandsOf(skill),
      ...(skill.origin && { origin: describeOrigin(skill.origin) }),
      settings: (skills.describeForm(name, { language })?.groups ?? []).map(withoutShown),
    })
  }
}

/** The first language that a request asks for. */
function languageOf({ req }: WebContext): string | undefined {
  return /^\s*([A-Za-z0-9-]{2,35})/.exec(req.header('Accept-Language') ?? '')?.[1]
}

/** Of a folder or archive, only its name is shown. */
function describeOrigin({
  kind,
  source,
  addedAt,
  digest,
  changed,
}: NonNullable<Skill['origin']>): SkillDetail['origin'] {
  return { kind, source: kind === 'package' ? source : basename(source), addedAt, digest, changed }
}

/** A field with values that may be shown. */
function withoutShown({ category, fields }: SettingsGroup): SkillDetail['settings'][number] {
  return { category, fields: fields.map(({ shown: _shown, ...field }) => field) }
}
