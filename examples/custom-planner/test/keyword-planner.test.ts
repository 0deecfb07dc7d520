import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractRequest, plannerContract } from '@narratoria/planner/testing'
import { describe, expect, it } from 'vitest'
import { KeywordPlanner } from '../src/keyword-planner.ts'

describe('the keyword planner keeps the planner contract', () => {
  it.each(plannerContract(() => new KeywordPlanner()))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

it('plans what the words name, and the narration after it', async () => {
  const { tools } = await new KeywordPlanner().plan(contractRequest('I light the torch'))
  expect(tools.map(({ toolId, dependencies }) => [toolId, dependencies])).toEqual([
    ['torch/light', []],
    ['teller/narrate', ['torch/light']],
  ])
})

it('plays a turn', () => {
  const home = mkdtempSync(join(tmpdir(), 'custom-planner-'))
  const args = ['src/main.ts', 'I take the torch to the door', '../../skills', home]
  const told = execFileSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  rmSync(home, { recursive: true, force: true })
  expect(told).toContain('torch-lighter/')
  expect(told).toContain('door-examiner/')
  expect(told.split('\n')[0]).toMatch(/storyteller\/narrate$/)
})
