import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { checkTool } from '@narratoria/tool-sdk/conformance'
import { runTool } from '@narratoria/tool-sdk/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const folder = dirname(import.meta.dirname)
const built = mkdtempSync(join(tmpdir(), 'waymark-'))
afterAll(() => rmSync(built, { recursive: true, force: true }))

function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

const languages: { language: string; program?: string; tool: () => string }[] = [
  { language: 'TypeScript', tool: () => join(folder, 'waymark.ts') },
  { language: 'Python', program: 'python3', tool: () => join(folder, 'waymark.py') },
  { language: 'POSIX shell', tool: () => join(folder, 'waymark.sh') },
  {
    language: 'C',
    program: 'cc',
    tool() {
      const tool = join(built, 'waymark')
      execFileSync('cc', ['-O2', '-Wall', '-Wextra', '-Werror', '-o', tool, join(folder, 'waymark.c')])
      return tool
    },
  },
]

describe.each(languages)('the waymark in $language', ({ program, tool }) => {
  beforeEach(({ skip }) => {
    if (program !== undefined && !has(program)) skip(`${program} is not on this machine`)
  })

  it('001 §2.1: conforms to the protocol for any request', async () => {
    expect(await checkTool(tool(), { input: { place: 'the old mill' } })).toMatchObject({ problems: [], warnings: [] })
  })

  it('has the same events as the others', async () => {
    const place = 'the "old" mill \\ é👍'
    const run = await runTool(tool(), { place }, { state: { visits: 2 }, env: { TMPDIR: built } })
    expect(run).toMatchObject({ ok: true, exitCode: 0, output: { place, visits: 3 }, summary: `Marked ${place}.` })
    expect(run.events.map(({ type }) => type)).toEqual(['log', 'state_patch', 'asset', 'ui_event', 'done'])
    expect(run.events).toContainEqual(expect.objectContaining({ payload: { choices: ['Go on', 'Turn back'] } }))
    const asset = run.events.find((event) => event.type === 'asset')
    expect(readFileSync(asset!.path, 'utf8')).toMatch(/^\* \* \* the /)
  })

  it.each<JsonObject>([{}, { place: '' }, { place: 7 }])('rejects the input %j and changes nothing', async (input) => {
    const run = await runTool(tool(), input)
    expect(run).toMatchObject({ ok: false, exitCode: 0, output: {} })
    expect(run.errors).toMatchObject([{ errorCode: 'invalid_input' }])
  })
})
