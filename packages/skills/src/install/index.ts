export { demandsOf, type SkillDemands } from './demands.ts'
export { folderDigest } from './folder-digest.ts'
export { installedSkills, readOrigin, removeOrigin, saveOrigin } from './origin.ts'
