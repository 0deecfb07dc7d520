import { ModelStore, ModelStoreError, recommendedModels, type DownloadProgress } from '@narratoria/planner/models'
import { UsageError } from '../../exit-codes.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { modelFolder } from '../../host/open-model.ts'
import type { Io, Output } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ListOptions, PullOptions, NameOptions } from '../models.ts'

/** Works with the user's models. An unknown model is a mistake of the user. */
async function withModels<T>(io: Io, work: (models: ModelStore) => Promise<T>): Promise<T> {
  try {
    return await work(new ModelStore(modelFolder(io)))
  } catch (error) {
    if (ModelStoreError.isInstance(error) && error.code === 'unknown_model') throw new UsageError(error.message)
    throw error
  }
}

/** A size in MB or GB. */
function formatSize(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** `narratoria models list`. */
export function listModels({ json }: ListOptions, io: Io): Promise<void> {
  return withModels(io, async (store) => {
    const models = await store.list()
    if (json) return printJson(io, { models, recommended: recommendedModels })
    if (models.length === 0) print(io, 'No local model is stored; the stub planner plays.')
    for (const { name, sizeBytes, selected } of models)
      print(io, `${selected ? '*' : ' '} ${name}  ${formatSize(sizeBytes)}`)
    const others = recommendedModels.filter(({ name }) => models.every((model) => model.name !== name))
    if (others.length > 0) print(io, 'Recommended; download one with "narratoria models pull NAME":')
    for (const { name, parameters, sizeBytes, license } of others)
      print(io, `  ${name}  ${parameters}, about ${formatSize(sizeBytes)}, ${license}`)
  })
}

/** `narratoria models pull`: downloads a model. Continues a cancelled download. */
export async function pullModel({ source, ...options }: PullOptions, io: Io): Promise<void> {
  const { signal, release } = abortOnInterrupt(io)
  const onProgress = io.stderr.isTTY ? progressLine(io.stderr) : undefined
  try {
    const model = await withModels(io, (store) => store.pull(source, { ...options, signal, onProgress }))
    if (onProgress) io.stderr.write('\n')
    print(io, `${model.name}: ${formatSize(model.sizeBytes)}, sha256 ${model.sha256}`)
  } finally {
    release()
  }
}

function progressLine(stderr: Output): (progress: DownloadProgress) => void {
  let shownAt = 0
  return ({ receivedBytes, totalBytes }) => {
    if (Date.now() - shownAt < 100 && receivedBytes !== totalBytes) return
    shownAt = Date.now()
    const share = totalBytes
      ? ` of ${formatSize(totalBytes)} (${Math.floor((receivedBytes / totalBytes) * 100)} %)`
      : ''
    stderr.write(`\r${formatSize(receivedBytes)}${share}`)
  }
}

/** `narratoria models use`. */
export async function useModel({ name }: NameOptions, io: Io): Promise<void> {
  await withModels(io, (store) => store.use(name))
}

/** `narratoria models remove`. */
export async function removeModel({ name }: NameOptions, io: Io): Promise<void> {
  await withModels(io, (store) => store.remove(name))
}
