export { ConfigField, ConfigSchema } from './config-schema.ts'
export { SkillManifest, SkillScriptManifest, Trigger } from './manifest.ts'
