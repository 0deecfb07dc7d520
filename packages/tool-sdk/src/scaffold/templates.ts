import { pythonTemplate } from './python-template.ts'
import { shellTemplate } from './shell-template.ts'

/** The languages that a tool can be started in. */
export const toolLanguages = ['ts', 'js', 'python', 'sh'] as const
export type ToolLanguage = (typeof toolLanguages)[number]

/** How a language's tools are called and written. */
export interface ToolTemplate {
  extension: string
  /** Whether the tool stands on the SDK, which then lies beside it. */
  usesSdk: boolean
  source: (name: string) => string
}

export const templates: Record<ToolLanguage, ToolTemplate> = {
  ts: { extension: 'ts', usesSdk: true, source: sdkTemplate },
  js: { extension: 'mjs', usesSdk: true, source: sdkTemplate },
  python: { extension: 'py', usesSdk: false, source: pythonTemplate },
  sh: { extension: 'sh', usesSdk: false, source: shellTemplate },
}

// Without a type annotation, one text serves JavaScript and TypeScript.
function sdkTemplate(name: string): string {
  return `#!/usr/bin/env node
import { defineTool } from '../lib/tool-sdk.mjs'

export default defineTool({
  name: '${name}',
  input: { type: 'object', properties: { who: { type: 'string', description: 'Who is greeted.' } } },
  run({ who = 'stranger' }, { log, patch, narrate }) {
    log('Greeting...', { who })
    patch({ greeted: who })
    narrate(\`Hello, \${who}!\`)
    return \`Greeted \${who}.\`
  },
})
`
}
