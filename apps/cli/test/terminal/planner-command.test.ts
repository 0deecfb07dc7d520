import { join } from 'node:path'
import { writeRandomModel, tinyShape } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const llama = await import('node-llama-cpp').catch(() => undefined)

it('FR-028: /planner says who plans, and what it cannot do it says with a way on; the story goes on', async () => {
  const run = await narratoria(['play'], {
    input: '/planner\n/planner llama\n/planner nobody\nI light the torch\n/tools\n/quit\n',
  })
  expect(run.code, run.stderr).toBe(0)
  expect(run.stderr).toContain('The planner is stub')
  expect(run.stderr).toContain('"narratoria models list" shows how to get one')
  expect(run.stderr).toContain('Choose /planner stub, /planner llama or /planner auto')
  expect(run.stderr).toContain('Plan 1 by stub')
})

it.skipIf(!llama)(
  'FR-028: /planner changes who plans within the story, to a model and back (skipped where node-llama-cpp does not load)',
  async () => {
    const home = temporaryFolder()
    const model = join(home, 'random.gguf')
    writeRandomModel(model, tinyShape)
    const run = await narratoria(['play', '--model', model], {
      home,
      input: '/planner\n/planner stub\nI light the torch\n/tools\n/planner auto\n/quit\n',
    })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/planner is llama[\s\S]*planner is stub[\s\S]*Plan 1 by stub[\s\S]*planner is llama/)
  },
)
