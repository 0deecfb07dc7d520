import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './markdown.ts'

// Scripts of skills are processes of their own, which the executor ends in time.
const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

/** Files that build regular expressions which need no limit of time. */
const ownPatterns: Record<string, string> = {
  'packages/interchange/src/lore/compile.ts': 'compiles, and matches nothing',
  'packages/models/src/wire/http-model.ts': 'the names of fields are the program’s',
  'packages/planner/src/intent/features.ts': 'the words are shipped with the project',
  'packages/planner/src/text/segments.ts': 'the words are shipped with the project',
  'packages/planner/src/text/supposition.ts': 'the words are shipped with the project',
  'packages/skills/src/config/config-schema.ts': 'compiles, and matches nothing',
  'packages/skills/src/manifest/script-fields.ts': 'compiles, and matches nothing',
  'packages/skills/src/secrets/secret-mask.ts': 'alternatives of escaped text',
  'packages/story/src/project/failed-attempts.ts': 'a number within the program’s own pattern',
  'packages/story/src/stub/template.ts': 'the lexicon is shipped with the package',
  'packages/tool-sdk/src/input/plain-schema.ts': 'a tool checks its input with its author’s schema, in its own process',
  'packages/world/src/check/shape.ts': 'the schema of worlds is the program’s',
  'packages/world/src/text/render.ts': 'the phrases are shipped with the package',
}

/** Files that write to a terminal without `print` or `notify`. */
const ownWrites: Record<string, string> = {
  'apps/cli/src/commands/models/models.ts': 'a line break, and numbers',
  'apps/cli/src/main.ts': 'help, which is the program’s, and printable text',
  'apps/cli/src/terminal/print.ts': 'the functions themselves',
  'apps/cli/src/terminal/prompt.ts': 'printable text',
  'apps/cli/src/terminal/secret-prompt.ts': 'what the player types',
  'apps/cli/src/terminal/status-line.ts': 'a line that is cut and printable',
}

/** Files whose code matches, without comments. */
function filesWith(pattern: RegExp, under = ''): string[] {
  return sources.filter((file) => file.startsWith(under) && pattern.test(codeOf(file)))
}

function codeOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

it('patterns: every file that builds a regular expression runs it with a limit of time, or is listed with a reason', () => {
  const built = filesWith(/\bRegExp\(/)
  const bounded = built.filter((file) => /from '@narratoria\/protocol\/bounded'/.test(codeOf(file)))
  expect(bounded.length).toBeGreaterThan(0)
  expect(built.filter((file) => !bounded.includes(file))).toEqual(Object.keys(ownPatterns))
})

it('terminal: every file that writes to a terminal makes its text printable, or is listed with a reason', () => {
  expect(filesWith(/\b(?:stdout|stderr|terminal)\.write\(|\bconsole\.\w+\(/, 'apps/cli/src')).toEqual(
    Object.keys(ownWrites),
  )
})
