import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LlamaPlanner, ModelEndpoint, PlanMeasure } from '@narratoria/planner/llama'
import type { StoredModel } from '@narratoria/planner/models'
import { UsageError } from '../exit-codes.ts'
import { narratoriaHome } from './skill-roots.ts'

/** Where local models are kept. */
export function modelFolder(): string {
  return join(narratoriaHome(), 'models')
}

/** A local model at work: it plans, and skills may use it through its endpoint. */
export interface OpenModel {
  name: string
  /** How long it took to load, in milliseconds. */
  loadMs: number
  planner: LlamaPlanner
  endpoint: ModelEndpoint
  close(): Promise<void>
}

/**
 * Starts the model that `--model` names, by its name in the store or its path, or the one that is in use, in a process
 * of its own; `onMeasure` is told how each plan was made. Without a model there is nothing to start: `undefined`, or where one is `required` a message that says
 * how to get one.
 *
 * @throws {UsageError} where there is no such model
 */
export async function openModel(options: {
  model?: string
  required: boolean
  onMeasure?: (measure: PlanMeasure) => void
  /** Told what the model does not get to read. */
  onCut?: (message: string) => void
}): Promise<OpenModel | undefined> {
  const modelPath = await findModel(options.model)
  if (modelPath === undefined) {
    if (options.required) throw new UsageError('there is no local model; "narratoria models list" shows how to get one')
    return undefined
  }
  const { LlamaPlanner, serveModel, startModelProcess } = await import('@narratoria/planner/llama')
  const workerPath = fileURLToPath(new URL('llama-worker.js', import.meta.url))
  const model = await startModelProcess({
    modelPath,
    prefixCacheFolder: join(narratoriaHome(), 'cache', 'prefixes'),
    ...(existsSync(workerPath) && { workerPath }),
  })
  const endpoint = await serveModel(model)
  return {
    name: model.info.name,
    loadMs: model.info.loadMs,
    planner: new LlamaPlanner({
      model,
      ...(options.onMeasure && { onMeasure: options.onMeasure }),
      // Scripts that no model can use are warned of when their skills load.
      onWarning: ({ code, message }) => code !== 'unsupported_schema' && options.onCut?.(message),
    }),
    endpoint,
    close: async () => {
      await endpoint.close()
      await model.close()
    },
  }
}

/** The models that are here, in use or not. */
export async function storedModels(): Promise<StoredModel[]> {
  return (await (await openModelStore())?.list()) ?? []
}

/** Whether a model was ever chosen, be it here or not. */
export async function wasChosen(): Promise<boolean> {
  return (await (await openModelStore())?.chosen()) !== undefined
}

async function openModelStore() {
  if (!existsSync(modelFolder())) return undefined
  const { ModelStore } = await import('@narratoria/planner/models')
  return new ModelStore(modelFolder())
}

async function findModel(model: string | undefined): Promise<string | undefined> {
  if (!existsSync(modelFolder()) && model === undefined) return undefined
  const { ModelStore } = await import('@narratoria/planner/models')
  const store = new ModelStore(modelFolder())
  if (model === undefined) return (await store.current())?.path
  const path = resolve(await store.resolve(model))
  if (!existsSync(path))
    throw new UsageError(
      `there is no model "${model}", neither in the store nor as a file; "narratoria models list" shows those that are here`,
    )
  return path
}
