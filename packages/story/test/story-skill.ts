import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a story skill. Each script is JavaScript that can use `request`, `emit(event)` and `done(ok)`. */
export function writeStorySkill(root: string, scripts: Record<string, string>, capabilities = ['story']): string {
  const folder = join(root, 'test-tools')
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  for (const [name, body] of Object.entries(scripts)) {
    const file = join(folder, 'scripts', `${name}.mjs`)
    writeFileSync(
      file,
      `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const request = JSON.parse(readFileSync(0, 'utf8'))
const emit = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
const done = (ok = true) => emit({ type: 'done', ok })
${body}
`,
    )
    chmodSync(file, 0o755)
  }
  writeFileSync(
    join(folder, 'skill.json'),
    JSON.stringify({
      name: 'test-tools',
      version: '1.0.0',
      description: 'Tools of a test.',
      capabilities,
      priority: 90,
      scripts: Object.keys(scripts).map((name) => ({ name, path: `scripts/${name}.mjs`, description: name })),
    }),
  )
  return root
}
