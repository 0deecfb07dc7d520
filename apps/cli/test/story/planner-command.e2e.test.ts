import { join } from 'node:path'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const llama = await import('node-llama-cpp').catch(() => undefined)

it.skipIf(!llama)(
  'FR-028: /planner changes the planner within a story, to a model and back (skipped without node-llama-cpp)',
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
