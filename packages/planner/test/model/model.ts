import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type LocalModel, loadModel, startModelProcess } from '../../src/llama/index.ts'
import { type ModelShape, tinyShape, writeRandomModel } from '../../src/testing/index.ts'

/** A folder for a test file, removed after it. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-planner-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A model with random weights for a test file, in this process or a separate one. */
export function useModel(options: { process?: boolean; contextSize?: number; shape?: ModelShape } = {}): {
  get: () => LocalModel
  path: string
} {
  const path = join(tempFolder(), 'random.gguf')
  let model: LocalModel | undefined
  beforeAll(async () => {
    writeRandomModel(path, options.shape ?? tinyShape)
    const load = { modelPath: path, gpu: false, threads: 1, contextSize: options.contextSize ?? 4_096 }
    model = options.process ? await startModelProcess(load) : await loadModel(load)
  })
  afterAll(() => model?.close())
  return {
    path,
    get: () => {
      if (!model) throw new Error('the model is loaded in beforeAll')
      return model
    },
  }
}

/** A model’s methods as plain properties, so that one can be replaced. */
export function asPlain(model: LocalModel): LocalModel {
  return {
    info: model.info,
    complete: (...given) => model.complete(...given),
    warm: (...given) => model.warm(...given),
    countTokens: (text) => model.countTokens(text),
    embed: (...given) => model.embed(...given),
    close: () => model.close(),
    [Symbol.asyncDispose]: () => model.close(),
  }
}
