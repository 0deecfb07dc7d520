import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConnectionStore } from '@narratoria/models/connections'
import type { LanguageModel, ModelRole, Sampling } from '@narratoria/models'
import type { LlamaPlanner, LocalModel, ModelEndpoint, PlanMeasure } from '@narratoria/planner/llama'
import type { StoredModel } from '@narratoria/planner/models'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { narratoriaHome } from './skill-roots.ts'

export function modelFolder(io: Io): string {
  return join(narratoriaHome(io), 'models')
}

/** The model worker in the published package; undefined in the workspace's sources, where the planner has its own. */
export function bundledModelWorker(): string | undefined {
  const path = fileURLToPath(new URL('llama-worker.js', import.meta.url))
  return existsSync(path) ? path : undefined
}

/** A running local model. It plans, and skills use it through its endpoint. */
export interface OpenModel {
  name: string
  /** How long loading took, in milliseconds. */
  loadMs: number
  planner: LlamaPlanner
  endpoint: ModelEndpoint
  close(): Promise<void>
}

/** Options of {@link openModel}. */
export interface OpenModelOptions {
  /** A name in the store or a path. Defaults to the model in use. */
  model?: string
  /** Whether a missing model is an error. */
  required: boolean
  /** Called with the times of each plan. */
  onMeasure?: (measure: PlanMeasure) => void
  /** Called when the model's context has no room for all skills or for the whole prompt. */
  onTruncated?: (message: string) => void
  /** Follows the completions of the model. Defaults to the model itself. */
  traced?: (model: LocalModel) => LocalModel
}

/**
 * Starts a model in its own process. Returns undefined if there is no model and none is `required`.
 *
 * @throws {UsageError} if the model does not exist
 */
export async function openModel(io: Io, options: OpenModelOptions): Promise<OpenModel | undefined> {
  const modelPath = await findModel(io, options.model)
  if (modelPath === undefined) {
    if (options.required) throw new UsageError('there is no local model; "narratoria models list" shows how to get one')
    return undefined
  }
  const { LlamaPlanner, serveModel, startModelProcess, withSettings } = await import('@narratoria/planner/llama')
  const workerPath = bundledModelWorker()
  const { traced = (each: LocalModel) => each } = options
  const process = await startModelProcess({
    modelPath,
    prefixCacheFolder: join(narratoriaHome(io), 'cache', 'prefixes'),
    ...(workerPath && { workerPath }),
  })
  const model = traced(process)
  const endpoint = await serveModel(withSettings(model, await settingsOf(io, 'narrator')))
  return {
    name: model.info.name,
    loadMs: model.info.loadMs,
    planner: new LlamaPlanner({
      model: withSettings(model, await settingsOf(io, 'planner')),
      ...(options.onMeasure && { onMeasure: options.onMeasure }),
      // Skills are already checked for unsupported schemas when they load.
      onWarning: ({ code, message }) => code !== 'unsupported_schema' && options.onTruncated?.(message),
    }),
    endpoint,
    close: async () => {
      await endpoint.close({ force: true })
      await model.close({ force: true })
    },
  }
}

/** Starts the selected local model in its own process, for any kind of request. Resolves to undefined if there is none. */
export async function openLanguageModel(
  io: Io,
  { contextTokens }: { contextTokens: number },
): Promise<LanguageModel | undefined> {
  const modelPath = await findModel(io, undefined)
  if (modelPath === undefined) return undefined
  const { localLanguageModel, startModelProcess, withSettings } = await import('@narratoria/planner/llama')
  const workerPath = bundledModelWorker()
  const model = await startModelProcess({ modelPath, contextSize: contextTokens, ...(workerPath && { workerPath }) })
  return localLanguageModel(withSettings(model, await settingsOf(io, 'writer')))
}

/** The settings of a role; none if the file of connections cannot be read, which is reported where they are opened. */
async function settingsOf(io: Io, role: ModelRole): Promise<Sampling> {
  return new ConnectionStore(narratoriaHome(io)).settingsOf(role).catch(() => ({}))
}

export async function storedModels(io: Io): Promise<StoredModel[]> {
  return (await (await openModelStore(io))?.list()) ?? []
}

/** Whether a model was ever selected, even if it is missing now. */
export async function wasModelSelected(io: Io): Promise<boolean> {
  return (await (await openModelStore(io))?.chosen()) !== undefined
}

async function openModelStore(io: Io) {
  if (!existsSync(modelFolder(io))) return undefined
  const { ModelStore } = await import('@narratoria/planner/models')
  return new ModelStore(modelFolder(io))
}

async function findModel(io: Io, model: string | undefined): Promise<string | undefined> {
  if (model === undefined) return (await (await openModelStore(io))?.current())?.path
  const { ModelStore } = await import('@narratoria/planner/models')
  const path = resolve(io.cwd, await new ModelStore(modelFolder(io)).resolve(model))
  if (existsSync(path)) return path
  throw new UsageError(
    `there is no model "${model}", neither in the store nor as a file; "narratoria models list" lists the stored ones`,
  )
}
