export { type Scaffold, type ScaffoldOptions, scaffoldSkill, scaffoldTool } from './scaffold.ts'
export { ScaffoldError, type ScaffoldErrorCode } from './scaffold-error.ts'
export { type ToolLanguage, toolLanguages } from './templates.ts'
