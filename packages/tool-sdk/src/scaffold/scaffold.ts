import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ScaffoldError } from './scaffold-error.ts'
import { type ScriptEntry, withScript } from './manifest.ts'
import { sdkCopy } from './sdk-copy.ts'
import { templates, type ToolLanguage } from './templates.ts'

/** What to write a skeleton of. */
export interface ScaffoldOptions {
  /** Lower case letters, digits and hyphens. */
  name: string
  lang?: ToolLanguage
  /** The folder that the skill's folder is made in; for a tool also an existing skill's folder. */
  dir: string
}

/** What was written. */
export interface Scaffold {
  /** The skill's folder. */
  folder: string
  /** The tool itself. */
  tool: string
  /** Every file that was written or changed. */
  files: string[]
}

/**
 * Writes a skill that works at once: manifest, prompt, settings and one tool.
 *
 * @throws {ScaffoldError} `invalid_name` or `already_exists`
 */
export function scaffoldSkill({ name, lang = 'js', dir }: ScaffoldOptions): Scaffold {
  const folder = freshFolder(name, dir)
  const description = `Greets whom the player greets; change ${name} into what you need.`
  return write(folder, `scripts/${name}.${templates[lang].extension}`, {
    ...toolFiles(name, lang),
    'skill.json': json({ name, version: '0.1.0', description, scripts: [scriptEntry(name, lang)] }),
    'SKILL.md': skillPrompt(name, description),
    'config-schema.json': json(exampleSettings),
    'README.md': readme(name, lang),
  })
}

/**
 * Writes a tool. In a skill's folder it becomes one more script of that skill; anywhere else it gets a folder and a
 * manifest of its own, so that it is discovered as well.
 *
 * @throws {ScaffoldError}
 */
export function scaffoldTool({ name, lang = 'ts', dir }: ScaffoldOptions): Scaffold {
  const tool = `scripts/${name}.${templates[lang].extension}`
  if (existsSync(join(dir, 'skill.json'))) {
    checkName(name)
    if (existsSync(join(dir, tool))) throw taken(join(dir, tool))
    const manifest = json(withScript(dir, scriptEntry(name, lang)))
    return write(dir, tool, { ...missingFrom(dir, toolFiles(name, lang)), 'skill.json': manifest })
  }
  const folder = freshFolder(name, dir)
  const description = `Greets whom the player greets; change ${name} into what you need.`
  return write(folder, tool, {
    ...toolFiles(name, lang),
    'skill.json': json({ name, version: '0.1.0', description, scripts: [scriptEntry(name, lang)] }),
    'README.md': readme(name, lang),
  })
}

function checkName(name: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64) return
  const message = `"${name}" is no name for a skill or tool: use lower case letters, digits and single hyphens, at most 64.`
  throw new ScaffoldError('invalid_name', message)
}

function freshFolder(name: string, dir: string): string {
  checkName(name)
  const folder = join(dir, name)
  if (existsSync(folder)) throw taken(folder)
  return folder
}

function taken(path: string): ScaffoldError {
  return new ScaffoldError('already_exists', `${path} exists already; choose another name.`)
}

function toolFiles(name: string, lang: ToolLanguage): Record<string, string> {
  const { extension, usesSdk, source } = templates[lang]
  return { [`scripts/${name}.${extension}`]: source(name), ...(usesSdk && sdkCopy()) }
}

function write(folder: string, tool: string, files: Record<string, string>): Scaffold {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    // A manifest that is there is replaced as a whole, or not at all.
    writeFileSync(`${path}.part`, text)
    if (file === tool) chmodSync(`${path}.part`, 0o755)
    renameSync(`${path}.part`, path)
  }
  return { folder, tool: join(folder, tool), files: Object.keys(files).map((file) => join(folder, file)) }
}

// The skill's author may have changed what lies there.
function missingFrom(dir: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !existsSync(join(dir, file))))
}

function scriptEntry(name: string, lang: ToolLanguage): ScriptEntry {
  return {
    name,
    path: `scripts/${name}.${templates[lang].extension}`,
    description: 'Greets somebody.',
    prewarm: true,
    inputSchema: { type: 'object', properties: { who: { type: 'string', description: 'Who is greeted.' } } },
    triggers: [name.replaceAll('-', ' '), { pattern: '\\bgreet\\s+(?:the\\s+)?(?<who>\\p{L}+)' }],
  }
}

const exampleSettings = {
  type: 'object',
  properties: {
    tone: {
      type: 'string',
      title: 'Tone',
      description: 'How the greeting sounds; your tool finds it in skill.config.tone of its request.',
      enum: ['friendly', 'gruff'],
      default: 'friendly',
    },
  },
}

function skillPrompt(name: string, description: string): string {
  return `---
name: ${name}
description: ${description}
license: MIT
---

Use \`${name}\` when the player greets somebody; \`who\` is whom they greet.
`
}

function readme(name: string, lang: ToolLanguage): string {
  const tool = `scripts/${name}.${templates[lang].extension}`
  const sdk = `
\`lib/tool-sdk.mjs\` is a copy of \`@narratoria/tool-sdk\`, so that the tool runs without any installation. Its types come with
\`npm install --save-dev @narratoria/tool-sdk\`. In a package of your own, install and import that instead of the copy.
`
  return `# ${name}

| file | what it is |
|---|---|
| \`${tool}\` | the tool: reads one JSON request, writes one JSON event per line |
| \`skill.json\` | says what there is, and which words of a player call it |

\`\`\`sh
narratoria tool check ${tool} --input '{"who":"Ada"}'
narratoria play --skills .. --prompt "I greet Ada"
\`\`\`
${templates[lang].usesSdk ? sdk : ''}`
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
