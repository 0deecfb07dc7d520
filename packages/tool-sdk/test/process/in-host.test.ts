import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const sdk = JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)
const executor = JSON.stringify(new URL('../../../executor/src/index.ts', import.meta.url).href)

/** Runs an entry file that defines a tool, with the given imports. */
function runEntry(imports: string) {
  const folder = mkdtempSync(join(tmpdir(), 'in-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'entry.mjs')
  const request = `{ version: '0', input: { n: 2 }, state: {}, dependencies: {} }`
  writeFileSync(
    entry,
    `${imports}
const double = defineTool({ name: 'double', run: ({ n }) => ({ result: 2 * n }) })
const lines = []
await double.call(${request}, { write: (line) => lines.push(JSON.parse(line)) })
await new Promise((resolve) => setTimeout(resolve, 50))
console.log(JSON.stringify(lines))
`,
  )
  return spawnSync(process.execPath, [entry], { encoding: 'utf8', input: '' })
}

it.each([
  ['before', `import '${JSON.parse(executor)}'\nimport { defineTool } from ${sdk}`],
  ['after', `import { defineTool } from ${sdk}\nimport '${JSON.parse(executor)}'`],
])('a tool in the entry file of a host that imports an executor %s the SDK is not run as a process', (_, imports) => {
  const { stdout, stderr, status } = runEntry(imports)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([{ version: '0', type: 'done', ok: true, result: 4 }])
})

it('without an executor it is run as a process', () => {
  expect(runEntry(`import { defineTool } from ${sdk}`).stdout).toContain('"missing_request"')
})
