import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LocalModel, startModelProcess } from '../../../src/llama/index.ts'
import { writeRandomModel } from '../../../src/testing/index.ts'
import { tempFolder } from '../model.ts'

const modelPath = join(tempFolder(), 'random.gguf')
const workerPath = fileURLToPath(new URL('../../fixtures/crashing-worker.mjs', import.meta.url))
let model: LocalModel

beforeEach(async () => {
  writeRandomModel(modelPath)
  model = await startModelProcess({ modelPath, workerPath })
})
afterEach(() => model.close())

const complete = (content: string) => model.complete({ lane: 'host', messages: [{ role: 'user', content }] })

it('a model that completes between its crashes is started again each time', async () => {
  for (let crash = 0; crash < 8; crash += 1) {
    await expect(complete('crash')).rejects.toMatchObject({ code: 'model_crashed' })
    expect((await complete('work')).text).toBe('fine')
  }
})

it('a model that only crashes is started again three times', async () => {
  for (let crash = 0; crash < 4; crash += 1)
    await expect(complete('crash')).rejects.toMatchObject({ code: 'model_crashed' })
  await expect(complete('work')).rejects.toMatchObject({ code: 'model_crashed' })
})
