import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ScaffoldError } from './scaffold-error.ts'
import { type ScriptEntry, withScript } from './manifest.ts'
import { templates, type ToolLanguage } from './templates.ts'
import { fileURLToPath } from 'node:url'

/** Options of {@link scaffoldSkill} and {@link scaffoldTool}. */
export interface ScaffoldOptions {
  /** Lower-case letters, digits and hyphens. */
  name: string
  /** Defaults to `js` for a skill and `ts` for a tool. */
  lang?: ToolLanguage
  /** The folder in which the skill's folder is created. For a tool, also the folder of an existing skill. */
  dir: string
}

/** The result of {@link scaffoldSkill} and {@link scaffoldTool}. */
export interface Scaffold {
  /** The skill's folder. */
  folder: string
  /** The tool's file. */
  tool: string
  /** All files that were written or changed. */
  files: string[]
}

/**
 * Writes a working skill: manifest, prompt, settings and one tool.
 *
 * @throws {ScaffoldError} `invalid_name` or `already_exists`
 */
export function scaffoldSkill({ name, lang = 'js', dir }: ScaffoldOptions): Scaffold {
  const folder = freshFolder(name, dir)
  const description = `Greets a person that the player names; change ${name} into what you need.`
  return write(folder, `scripts/${name}.${templates[lang].extension}`, {
    ...toolFiles(name, lang),
    'skill.json': json({ name, version: '0.1.0', description, scripts: [scriptEntry(name, lang)] }),
    'SKILL.md': skillPrompt(name, description),
    'config-schema.json': json(exampleSettings),
    'README.md': readme(name, lang),
  })
}

/**
 * Writes a tool. In a skill's folder it becomes a script of that skill; elsewhere it gets its own folder and manifest.
 *
 * @throws {ScaffoldError} `invalid_name`, `already_exists` or `broken_manifest`
 */
export function scaffoldTool({ name, lang = 'ts', dir }: ScaffoldOptions): Scaffold {
  const tool = `scripts/${name}.${templates[lang].extension}`
  if (existsSync(join(dir, 'skill.json'))) {
    checkName(name)
    if (existsSync(join(dir, tool))) throw alreadyExists(join(dir, tool))
    const manifest = json(withScript(dir, scriptEntry(name, lang)))
    return write(dir, tool, { ...missingFrom(dir, toolFiles(name, lang)), 'skill.json': manifest })
  }
  const folder = freshFolder(name, dir)
  const description = `Greets a person that the player names; change ${name} into what you need.`
  return write(folder, tool, {
    ...toolFiles(name, lang),
    'skill.json': json({ name, version: '0.1.0', description, scripts: [scriptEntry(name, lang)] }),
    'README.md': readme(name, lang),
  })
}

function checkName(name: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64) return
  const message = `"${name}" is not a valid name for a skill or tool: use lower-case letters, digits and single hyphens, at most 64.`
  throw new ScaffoldError('invalid_name', message)
}

function freshFolder(name: string, dir: string): string {
  checkName(name)
  const folder = join(dir, name)
  if (existsSync(folder)) throw alreadyExists(folder)
  return folder
}

function alreadyExists(path: string): ScaffoldError {
  return new ScaffoldError('already_exists', `${path} already exists; choose another name.`)
}

function toolFiles(name: string, lang: ToolLanguage): Record<string, string> {
  const { extension, usesSdk, source } = templates[lang]
  return { [`scripts/${name}.${extension}`]: source(name), ...(usesSdk && sdkCopy()) }
}

function write(folder: string, tool: string, files: Record<string, string>): Scaffold {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    // An existing manifest is replaced atomically.
    writeFileSync(`${path}.part`, text)
    if (file === tool) chmodSync(`${path}.part`, 0o755)
    renameSync(`${path}.part`, path)
  }
  return { folder, tool: join(folder, tool), files: Object.keys(files).map((file) => join(folder, file)) }
}

// Existing files may have been changed by the skill's author.
function missingFrom(dir: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !existsSync(join(dir, file))))
}

function scriptEntry(name: string, lang: ToolLanguage): ScriptEntry {
  return {
    name,
    path: `scripts/${name}.${templates[lang].extension}`,
    description: 'Greets a person.',
    prewarm: true,
    inputSchema: { type: 'object', properties: { who: { type: 'string', description: 'The name of the person.' } } },
    triggers: [name.replaceAll('-', ' '), { pattern: '\\bgreet\\s+(?:the\\s+)?(?<who>\\p{L}+)' }],
  }
}

const exampleSettings = {
  type: 'object',
  properties: {
    tone: {
      type: 'string',
      title: 'Tone',
      description: 'The tone of the greeting. Your tool reads it from skill.config.tone of its request.',
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

Use \`${name}\` when the player greets a person; \`who\` is the person's name.
`
}

function readme(name: string, lang: ToolLanguage): string {
  const tool = `scripts/${name}.${templates[lang].extension}`
  const sdk = `
\`lib/tool-sdk.mjs\` is a copy of \`@narratoria/tool-sdk\`, so that the tool runs without installation. For its types, run
\`npm install --save-dev @narratoria/tool-sdk\`. In your own package, install and import that package instead.
`
  return `# ${name}

| file | what it is |
|---|---|
| \`${tool}\` | the tool: reads one JSON request, writes one JSON event per line |
| \`skill.json\` | lists the tool and the player's words that call it |

\`\`\`sh
narratoria tool check ${tool} --input '{"who":"Ada"}'
narratoria play --skills .. --prompt "I greet Ada"
\`\`\`
${templates[lang].usesSdk ? sdk : ''}`
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

// Beside the built file; in the package's build when run from source.
const candidates = ['./tool-sdk.standalone.mjs', '../../dist/tool-sdk.standalone.mjs']

/** Returns the SDK as one file without dependencies, and type declarations that refer to `@narratoria/tool-sdk`. */
function sdkCopy(): Record<string, string> {
  const file = candidates
    .map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
    .find((path) => existsSync(path))
  if (file === undefined) throw new Error('This build of @narratoria/tool-sdk lacks tool-sdk.standalone.mjs.')
  return {
    'lib/tool-sdk.mjs': readFileSync(file, 'utf8'),
    'lib/tool-sdk.d.mts': "export * from '@narratoria/tool-sdk'\n",
  }
}
