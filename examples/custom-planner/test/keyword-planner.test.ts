import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractRequest, plannerContract } from '@narratoria/planner/testing'
import { describe, expect, it } from 'vitest'
import { KeywordPlanner } from '../src/keyword-planner.ts'

describe('the keyword planner fulfils the planner contract', () => {
  it.each(plannerContract(() => new KeywordPlanner()))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

it('plans the skills that the prompt names, then the narration', async () => {
  const { tools } = await new KeywordPlanner().plan(contractRequest('I light the torch'))
  expect(tools.map(({ toolId, dependencies }) => [toolId, dependencies])).toEqual([
    ['torch/light', []],
    ['teller/narrate', ['torch/light']],
  ])
})

it('plays a turn', () => {
  const home = mkdtempSync(join(tmpdir(), 'custom-planner-'))
  const args = ['src/main.ts', 'I take the torch to the door', '../../skills', home]
  const output = execFileSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  rmSync(home, { recursive: true, force: true })
  expect(output).toContain('torch-lighter/')
  expect(output).toContain('door-examiner/')
  expect(output.split('\n')[0]).toMatch(/storyteller\/narrate$/)
})
