import type { JsonValue } from '@narratoria/protocol'
import Type from 'typebox'
import { AnyValue } from './schema-parts.ts'

/** A skill in a list. */
export const SkillEntry = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  version: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  errorState: Type.Enum(['healthy', 'degraded', 'temporaryFailure', 'permanentFailure']),
  configurable: Type.Boolean(),
  scripts: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
})
export type SkillEntry = Type.Static<typeof SkillEntry>

/** All skills, and the folders that were skipped. */
export const SkillList = Type.Object({
  skills: Type.Array(SkillEntry),
  warnings: Type.Array(Type.Object({ where: Type.String(), code: Type.String(), message: Type.String() })),
})
export type SkillList = Type.Static<typeof SkillList>

/** One setting of a skill. A sensitive one has a value only if that is the name of a variable. */
export const SettingField = Type.Object({
  name: Type.String(),
  kind: Type.Enum(['text', 'freeform', 'number', 'integer', 'toggle', 'enum', 'list']),
  label: Type.String(),
  description: Type.String(),
  required: Type.Boolean(),
  sensitive: Type.Boolean(),
  source: Type.Enum(['saved', 'environment', 'default', 'none'], {
    description: 'Where the present value comes from.',
  }),
  value: Type.Optional(AnyValue),
  default: Type.Optional(AnyValue),
  options: Type.Optional(Type.Array(Type.String())),
  optionLabels: Type.Optional(
    Type.Array(Type.String(), { description: 'What is shown for the options, in their order.' }),
  ),
  advanced: Type.Optional(Type.Boolean({ description: 'True for a setting that few players need.' })),
  envVar: Type.Optional(Type.String({ description: 'The environment variable that usually holds the value.' })),
  minimum: Type.Optional(Type.Number({ description: 'Of the value, its length, or the number of entries.' })),
  maximum: Type.Optional(Type.Number()),
  pattern: Type.Optional(Type.String()),
  issue: Type.Optional(Type.String({ description: 'What is wrong with the present value and what to do.' })),
})
export type SettingField = Type.Static<typeof SettingField>

/** A skill with its settings, scripts and prompt. */
export const SkillDetail = Type.Object({
  ...SkillEntry.properties,
  prompt: Type.String(),
  license: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  capabilities: Type.Array(Type.String()),
  demands: Type.Object(
    {
      programs: Type.Array(Type.String()),
      runs: Type.Enum(['nothing', 'in_sandbox', 'as_user']),
      network: Type.Boolean(),
      variables: Type.Array(Type.String()),
    },
    { description: 'What the skill asks for, and with which rights its programs run.' },
  ),
  origin: Type.Optional(
    Type.Object(
      {
        kind: Type.Enum(['package', 'folder', 'archive']),
        source: Type.String(),
        addedAt: Type.String(),
        digest: Type.String(),
        changed: Type.Boolean({ description: 'True: its folder changed after it was added, so it is not used.' }),
      },
      { description: 'Where an added skill comes from.' },
    ),
  ),
  settings: Type.Array(Type.Object({ category: Type.String(), fields: Type.Array(SettingField) }), {
    description: 'The settings by category; the first category is empty where settings name none.',
  }),
})
export type SkillDetail = Type.Static<typeof SkillDetail>

/** Enables or disables a skill. */
export const SkillSwitch = Type.Object({ enabled: Type.Boolean() })
export type SkillSwitch = Type.Static<typeof SkillSwitch>

/** Settings to change. `null` restores the default. */
export const ConfigChange = Type.Object({
  values: Type.Unsafe<Record<string, JsonValue>>({ type: 'object' }),
})
export type ConfigChange = Type.Static<typeof ConfigChange>
