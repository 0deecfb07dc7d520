import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LlamaPlanner, loadModel } from '../../src/llama/index.ts'
import { contractRequest, contractSkills, sampleSkill, tinyShape, writeRandomModel } from '../../src/testing/index.ts'
import { tempFolder } from './model.ts'

it('FR-006: an evaluated catalogue is kept on disk for the next start, for this model alone', async () => {
  const folder = tempFolder()
  const prefixCacheFolder = join(folder, 'prefixes')
  const prepare = async (modelPath: string) => {
    const model = await loadModel({ modelPath, gpu: false, threads: 1, contextSize: 4_096, prefixCacheFolder })
    const planner = new LlamaPlanner({ model, deadlineMs: 60_000, maxTokens: 1_500 })
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
  expect(readdirSync(prefixCacheFolder)).toHaveLength(2)
  expect(await prepare(one)).toEqual(second)
})

it('FR-006: where nothing can be kept, the model plans all the same', async () => {
  const folder = tempFolder()
  const modelPath = join(folder, 'one.gguf')
  writeRandomModel(modelPath, tinyShape, 1)
  const model = await loadModel({ modelPath, gpu: false, threads: 1, prefixCacheFolder: join(modelPath, 'prefixes') })
  expect(await new LlamaPlanner({ model }).prepare(contractSkills())).toBeGreaterThan(100)
  await model.close()
})

it('FR-006: of many kept catalogues, those that were not used for longest go', async () => {
  const folder = tempFolder()
  const modelPath = join(folder, 'one.gguf')
  const prefixCacheFolder = join(folder, 'prefixes')
  writeRandomModel(modelPath, tinyShape, 1)
  const stale = join(prefixCacheFolder, 'left-by-a-crash.new')
  mkdirSync(prefixCacheFolder)
  writeFileSync(stale, 'half')
  utimesSync(stale, 0, 0)
  const model = await loadModel({ modelPath, gpu: false, threads: 1, contextSize: 4_096, prefixCacheFolder })
  const planner = new LlamaPlanner({ model })
  for (let count = 0; count < 12; count += 1)
    await planner.prepare([sampleSkill({ name: `skill-${count}`, scripts: [{ name: `script-${count}` }] })])
  await model.close()
  expect(readdirSync(prefixCacheFolder)).toHaveLength(8)
  expect(existsSync(stale)).toBe(false)
})
