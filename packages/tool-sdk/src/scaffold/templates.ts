import { pythonTemplate } from './python-template.ts'
import { shellTemplate } from './shell-template.ts'

/** The languages of tool skeletons. */
export const toolLanguages = ['ts', 'js', 'python', 'sh'] as const
/** A language of tool skeletons. */
export type ToolLanguage = (typeof toolLanguages)[number]

/** The tool skeleton of one language. */
export interface ToolTemplate {
  extension: string
  /** Whether the tool imports the SDK, which is then copied into the skill. */
  usesSdk: boolean
  source: (name: string) => string
}

export const templates: Record<ToolLanguage, ToolTemplate> = {
  ts: { extension: 'ts', usesSdk: true, source: sdkTemplate },
  js: { extension: 'mjs', usesSdk: true, source: sdkTemplate },
  python: { extension: 'py', usesSdk: false, source: pythonTemplate },
  sh: { extension: 'sh', usesSdk: false, source: shellTemplate },
}

// Without type annotations, the text is valid JavaScript and TypeScript.
function sdkTemplate(name: string): string {
  return `#!/usr/bin/env node
import { defineTool } from '../lib/tool-sdk.mjs'

export default defineTool({
  name: '${name}',
  input: { type: 'object', properties: { who: { type: 'string', description: 'The name of the person.' } } },
  run({ who = 'stranger' }, { log, patch, narrate }) {
    log('Greeting...', { who })
    patch({ greeted: who })
    narrate(\`Hello, \${who}!\`)
    return \`Greeted \${who}.\`
  },
})
`
}
