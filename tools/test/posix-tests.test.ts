import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { posixTests } from '../../vitest.config.ts'
import { root, textOf } from './markdown.ts'

const files = globSync('{packages,apps,skills,examples}/*/test/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .concat(globSync('tools/test/*.test.ts', { cwd: root }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'tools/test/posix-tests.test.ts')
const listed = new Set(
  posixTests.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => file.replaceAll('\\', '/')),
)

/** True for a file that names a `.sh` file, or that writes a shell script, itself or by a helper that it imports. */
function usesScripts(file: string): boolean {
  return /\.sh['"`]/.test(textOf(file)) || writesScript(file)
}

function writesScript(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(join(root, file))) return false
  seen.add(file)
  const text = textOf(file)
  const helpers = Array.from(text.matchAll(/from '(\.[^']*\.ts)'/g), ([, path = '']) => join(dirname(file), path))
  const inTests = helpers.filter((path) => /\btest\b/.test(path))
  return /#!\/bin\/sh(?:\\n|\n)/.test(text) || inTests.some((path) => writesScript(path, seen))
}

describe('tests that need a POSIX shell', () => {
  it('are on the list of vitest.config.ts', () => {
    expect(files.filter((file) => usesScripts(file) && !listed.has(file))).toEqual([])
  })

  it('are on it, or skip what they call the shell for', () => {
    const calling = files.filter((file) => /'\/bin\/sh',\s/.test(textOf(file)))
    const unready = calling.filter(
      (file) => !listed.has(file) && !textOf(file).includes("process.platform === 'win32'"),
    )
    expect(unready).toEqual([])
  })

  it.each(posixTests)('%s is there', (pattern) => {
    expect(globSync(pattern, { cwd: root }).length).toBeGreaterThan(0)
  })
})

describe('tests that read /proc', () => {
  it('look whether there is one', () => {
    const helpers = globSync('{packages,apps,skills,examples,tools}/**/test/**/*.ts', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    })
    const reading = helpers.filter((file) => /\b(?:read\w+|open\w*)\([`']\/proc\b/.test(textOf(file)))
    const guard = /process\.platform (?:===|!==) 'linux'|existsSync\('\/proc/
    expect(reading.length).toBeGreaterThan(2)
    expect(reading.filter((file) => !guard.test(textOf(file)))).toEqual([])
  })
})
