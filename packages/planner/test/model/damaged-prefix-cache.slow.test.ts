import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LlamaPlanner, loadModel } from '../../src/llama/index.ts'
import { contractSkills, tinyShape, writeRandomModel } from '../../src/testing/index.ts'
import { tempFolder } from './model.ts'

it('FR-006: a kept catalogue that is damaged is evaluated again, and kept anew', { timeout: 900_000 }, async () => {
  const folder = tempFolder()
  const modelPath = join(folder, 'one.gguf')
  const prefixCacheFolder = join(folder, 'prefixes')
  writeRandomModel(modelPath, tinyShape, 1)
  const prepare = async () => {
    const model = await loadModel({ modelPath, gpu: false, threads: 1, contextSize: 4_096, prefixCacheFolder })
    const evaluated = await new LlamaPlanner({ model }).prepare(contractSkills())
    await model.close()
    return evaluated
  }
  const whole = await prepare()
  const damages: ((bytes: Buffer) => Buffer)[] = [
    () => Buffer.from('spoilt'),
    () => Buffer.alloc(0),
    (bytes) => bytes.subarray(0, bytes.length / 2),
    (bytes) => (bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1), bytes),
  ]
  for (const damage of damages) {
    const path = join(prefixCacheFolder, readdirSync(prefixCacheFolder)[0] ?? '')
    writeFileSync(path, damage(readFileSync(path)))
    expect(await prepare()).toBe(whole)
    expect(readdirSync(prefixCacheFolder)).toHaveLength(1)
  }
  expect(await prepare()).toBe(1)
})
