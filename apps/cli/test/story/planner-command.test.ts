import { expect, it } from 'vitest'
import { narratoria } from '../command-line.ts'

it('FR-028: /planner shows the planner, and says what to do about what it cannot use; the story continues', async () => {
  const run = await narratoria(['play'], {
    input: '/planner\n/planner llama\n/planner unknown\nI light the torch\n/tools\n/quit\n',
  })
  expect(run.code, run.stderr).toBe(0)
  expect(run.stderr).toContain('The planner is stub')
  expect(run.stderr).toContain('"narratoria models list" shows how to get one')
  expect(run.stderr).toContain('Choose /planner stub, /planner llama or /planner auto')
  expect(run.stderr).toContain('Plan 1 by stub')
})
