import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LlamaPlanner, loadModel } from '../../src/llama/index.ts'
import { contractRequest, contractSkills, tinyShape, writeRandomModel } from '../../src/testing/index.ts'
import { tempFolder } from './model.ts'

it('FR-006: an evaluated catalogue is kept on disk for the next start, for this model alone', async () => {
  const folder = tempFolder()
  const prefixCacheFolder = join(folder, 'prefixes')
  const prepare = async (modelPath: string) => {
    const model = await loadModel({ modelPath, gpu: false, threads: 1, contextSize: 4_096, prefixCacheFolder })
    const planner = new LlamaPlanner({ model, deadlineMs: 60_000 })
    const evaluated = await planner.prepare(contractSkills())
    const { tools, narrative } = await planner.plan(contractRequest('I roll'))
    await model.close()
    return { evaluated, tools, narrative }
  }
  const [one, two] = [join(folder, 'one.gguf'), join(folder, 'two.gguf')]
  writeRandomModel(one, tinyShape, 1)
  writeRandomModel(two, tinyShape, 2)
  const first = await prepare(one)
  const second = await prepare(one)
  expect(first.evaluated).toBeGreaterThan(100)
  expect(second).toEqual({ ...first, evaluated: 1 })
  expect((await prepare(two)).evaluated).toBe(first.evaluated)
  const files = readdirSync(prefixCacheFolder)
  expect(files).toHaveLength(2)
  for (const file of files) writeFileSync(join(prefixCacheFolder, file), 'spoilt')
  expect(await prepare(one)).toEqual(first)
})
