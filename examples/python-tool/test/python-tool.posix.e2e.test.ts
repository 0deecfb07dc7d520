import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkTool } from '@narratoria/tool-sdk/conformance'
import { runTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, it } from 'vitest'
import { generateTypes } from '../generate-types.ts'

const folder = join(import.meta.dirname, '..')
const tool = join(folder, 'lantern.py')
const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version']).length > 0
  } catch {
    return false
  }
})()

it('the types in Python are those of the contracts', async () => {
  expect(await generateTypes('python')).toBe(readFileSync(join(folder, 'narratoria_types.py'), 'utf8'))
})

it.each(['typescript', 'go', 'rust'] as const)('the contracts have one type for each event in %s', async (lang) => {
  const types = await generateTypes(lang)
  for (const name of ['ToolRequest', 'Log', 'StatePatch', 'Asset', 'Error', 'Done'])
    expect(types).toMatch(new RegExp(String.raw`(interface|type|struct) ${name}(Event)?\b`))
})

it('the required fields of an event are required', async () => {
  const types = await generateTypes('typescript')
  const log = /export interface LogEvent \{.*?\n\}/s.exec(types)![0]
  expect(log).toMatch(/\n\s+level:\s+Level;/)
  expect(log).toMatch(/\n\s+message:\s+string;/)
  expect(log).toMatch(/\n\s+fields\?:/)
  expect(log).not.toMatch(/patch|assetId/)
})

describe.runIf(hasPython)('the tool in Python (skipped without Python)', () => {
  it('passes the check', async () => {
    expect(await checkTool(tool)).toMatchObject({ ok: true, problems: [], warnings: [] })
  })

  it('lights the lantern while there is oil', async () => {
    expect(await runTool(tool, {}, { state: { oil: 2 } })).toMatchObject({
      ok: true,
      output: { oil: 1, lantern: 'lit' },
      returned: { oil: 1 },
    })
    expect(await runTool(tool)).toMatchObject({ ok: true, refused: true, summary: 'The lantern has no oil.' })
  })
})
