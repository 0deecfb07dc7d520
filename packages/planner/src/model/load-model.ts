import type * as Library from 'node-llama-cpp'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { checkModelFile } from './model-file.ts'
import { InProcessModel } from './in-process-model.ts'
import type { LocalModel } from './local-model.ts'
import { ModelError } from './model-error.ts'
import { modelKey, openPrefixCache } from './prefix-cache.ts'
import type { ModelOptions } from './model-options.ts'

const defaultContextSize = 4_096
const batchSize = 128

/**
 * Loads a GGUF model into this process with node-llama-cpp, which must be installed. Downloads and builds nothing. A crash
 * of the native code ends the process; {@link startModelProcess} protects against that.
 *
 * @throws {ModelError} if the model cannot be loaded
 */
export async function loadModel(options: ModelOptions): Promise<LocalModel & AsyncDisposable> {
  const { modelPath, contextSize, threads, gpu = true, prefixCacheFolder } = options
  const startedAt = performance.now()
  await checkModelFile(modelPath)
  const library = await import('node-llama-cpp').catch((cause: unknown) => {
    throw new ModelError(
      'runtime_missing',
      'node-llama-cpp is not installed; install it beside @narratoria/planner to use local models',
      { cause },
    )
  })
  const maxThreads = threads ?? defaultThreads()
  const llama = await library.getLlama({
    gpu: gpu ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads,
    logLevel: library.LlamaLogLevel.disabled,
  })
  try {
    const model = await llama.loadModel({ modelPath })
    const size = Math.min(contextSize ?? defaultContextSize, model.trainContextSize)
    assertRoom(model, size)
    const context = await model.createContext({ contextSize: size, sequences: 2, batchSize, threads: maxThreads })
    const info = { name: basename(modelPath, '.gguf'), contextSize: size, loadMs: performance.now() - startedAt }
    const prefixes = await openCache(prefixCacheFolder, modelPath, [size, await library.getModuleVersion()])
    return new InProcessModel({ library, llama, model, context, info, ...(prefixes && { prefixes }) })
  } catch (error) {
    await llama.dispose()
    throw await explain(error, modelPath, library)
  }
}

/** Most threads per processor. More only wait for each other. */
const maxThreadsPerProcessor = 4

// One processor is left to the host, except on two processors, where one alone would double the time.
function defaultThreads(): number {
  const text = process.env.NARRATORIA_THREADS
  if (text !== undefined && text !== '') return threadsOf(text)
  const processors = availableParallelism()
  return Math.min(processors, Math.max(2, processors - 1))
}

function threadsOf(text: string): number {
  const threads = Number(text)
  const most = maxThreadsPerProcessor * availableParallelism()
  const isPositive = /^\d+$/.test(text) && threads > 0
  if (isPositive && threads <= most) return threads
  const bound = isPositive ? `, at most ${most} on this machine` : ''
  throw new RangeError(`NARRATORIA_THREADS is "${text}"; it must be a positive integer${bound}`)
}

// A model without a cache only starts more slowly.
async function openCache(folder: string | undefined, modelPath: string, key: readonly unknown[]) {
  if (folder === undefined) return undefined
  return openPrefixCache(folder, [await modelKey(modelPath), ...key]).catch(() => undefined)
}

// The library checks only the memory of a GPU. The system overcommits main memory and would then swap.
function assertRoom(model: Library.LlamaModel, contextSize: number): void {
  const { cpuRam } = model.fileInsights.estimateContextResourceRequirements({
    contextSize,
    modelGpuLayers: model.gpuLayers,
    sequences: 2,
    batchSize,
  })
  if (cpuRam > process.availableMemory()) throw new Error(`not enough memory for a context of ${contextSize} tokens`)
}

async function explain(error: unknown, path: string, library: typeof Library): Promise<ModelError> {
  const name = basename(path)
  const message = error instanceof Error ? error.message : String(error)
  const options = { cause: error }
  if (error instanceof library.InsufficientMemoryError || /insufficient|not enough|out of memory|VRAM/i.test(message))
    return new ModelError(
      'model_memory',
      `${name} needs more memory than is free; use a smaller model or a smaller contextSize`,
      options,
    )
  const architecture = await architectureOf(path, library)
  if (architecture !== undefined && !knownArchitectures(library).includes(architecture))
    return new ModelError(
      'model_unsupported',
      `${name} has the architecture "${architecture}", which this version of llama.cpp does not support; use another model`,
      options,
    )
  return new ModelError(
    'model_broken',
    `${name} cannot be loaded, it may be incomplete; download it again (${firstLine(message)})`,
    options,
  )
}

// The library exports the enumeration, but its types declare it erased.
function knownArchitectures(library: object): unknown[] {
  return Object.values(Reflect.get(library, 'GgufArchitectureType') as object)
}

async function architectureOf(path: string, library: typeof Library): Promise<string | undefined> {
  try {
    const { metadata } = await library.readGgufFileInfo(path, { logWarnings: false })
    return metadata.general.architecture
  } catch {
    return undefined
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 160) ?? ''
}
