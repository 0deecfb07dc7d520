import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const ms = String.raw`\d+(?:\.\d+)? ms`
const stages = new RegExp(`load ${ms}, prefill ${ms}, decode ${ms}, validate ${ms}`)

/** A very small model, which plans in time even on a busy machine. */
function writeSmallest(path: string): void {
  writeRandomModel(path, { ...tinyShape, layers: 1, width: 32, heads: 2, kvHeads: 1, feedForward: 64 })
}

/** A home with a selected model. */
function homeWith(write: (path: string) => void): string {
  const home = temporaryFolder()
  mkdirSync(join(home, 'home', 'models'), { recursive: true })
  write(join(home, 'home', 'models', 'mine.gguf'))
  return home
}

it('FR-006: the evaluation of a model reports the time of each stage of planning', { timeout: 900_000 }, async () => {
  const home = homeWith(writeSmallest)
  const run = (...more: string[]) =>
    narratoria(['eval', 'planner', '--planner', 'llama', '--first', '6', ...more], { home })
  const { code, stdout } = await run()
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/planned at all \d of 6 /) })
  expect(stdout).toMatch(new RegExp(`^stages {9}${stages.source} \\(medians of [1-6] plans\\)$`, 'm'))
  const report = JSON.parse((await run('--json')).stdout) as { stages: Record<string, number> }
  expect(Object.keys(report.stages)).toEqual(['loadMs', 'prefillMs', 'decodeMs', 'validateMs', 'plans'])
  for (const [stage, value] of Object.entries(report.stages)) expect(value, stage).toBeGreaterThan(0)
})

it('the evaluation of the stub planner has no stages', async () => {
  const { code, stdout } = await narratoria(['eval', 'planner', '--first', '3'])
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('of 3 ') })
  expect(stdout).not.toContain('stages')
})

it('doctor plans with the selected model and reports its stages', { timeout: 900_000 }, async () => {
  const { code, stdout } = await narratoria(['doctor'], { home: homeWith(writeSmallest) })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(stages) })
  expect(stdout).toMatch(
    /ok {6}Model: mine: load|missing Model: mine: .*(?:made no plan in time|wrote an incomplete plan)/,
  )
})

it('doctor reports why a model cannot be used, and what to do', async () => {
  const home = homeWith((path) => writeFileSync(path, 'A shopping list, and no model at all.'))
  const { code, stdout } = await narratoria(['doctor'], { home })
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/broken {2}Model: .*not a GGUF model/),
  })
  expect(stdout).toContain('narratoria models list')
})
