import type { JsonValue } from '@narratoria/protocol'
import Type from 'typebox'

const AnyValue = Type.Unsafe<JsonValue>({})
const issues = () => Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))

/** A skill as it is listed. */
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

/** Every skill that was found, and what was skipped. */
export const SkillList = Type.Object({
  skills: Type.Array(SkillEntry),
  warnings: Type.Array(Type.Object({ where: Type.String(), code: Type.String(), message: Type.String() })),
})
export type SkillList = Type.Static<typeof SkillList>

/** One field of a skill's form. A sensitive field never has a value: `isSet` tells whether there is one. */
export const FormField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  description: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  input: Type.Enum(['text', 'textarea', 'number', 'integer', 'toggle', 'choice', 'list']),
  sensitive: Type.Boolean(),
  required: Type.Boolean(),
  isSet: Type.Boolean({ description: 'Whether a value is saved; else the default counts.' }),
  value: Type.Optional(AnyValue),
  default: Type.Optional(AnyValue),
  choices: Type.Optional(Type.Array(Type.String())),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  environmentVariable: Type.Optional(Type.String({ description: 'Where the value usually comes from.' })),
})
export type FormField = Type.Static<typeof FormField>

/** A skill with all that its page shows. */
export const SkillDetail = Type.Object({
  ...SkillEntry.properties,
  prompt: Type.String(),
  license: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  capabilities: Type.Array(Type.String()),
  fields: Type.Array(FormField),
  issues: issues(),
})
export type SkillDetail = Type.Static<typeof SkillDetail>

/** Switches a skill on or off. */
export const SkillSwitch = Type.Object({ enabled: Type.Boolean() })
export type SkillSwitch = Type.Static<typeof SkillSwitch>

/** Settings to change; `null` takes one back to its default, others stay. */
export const ConfigChange = Type.Object({
  values: Type.Unsafe<Record<string, JsonValue>>({ type: 'object' }),
})
export type ConfigChange = Type.Static<typeof ConfigChange>
