import { type DownloadProgress, ModelStore, ModelStoreError, recommendedModels } from '@narratoria/planner/models'
import { UsageError } from '../exit-codes.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { modelFolder } from '../host/open-model.ts'

/** `narratoria models list`: what is here, and what could be. */
export async function listModels({ json }: { json?: boolean }): Promise<void> {
  const models = await new ModelStore(modelFolder()).list()
  if (json) {
    process.stdout.write(`${JSON.stringify({ models, recommended: recommendedModels })}\n`)
    return
  }
  const here = models.map(({ name, sizeBytes, selected }) => `${selected ? '*' : ' '} ${name}  ${megabytes(sizeBytes)}`)
  const known = new Set(models.map(({ name }) => name))
  const others = recommendedModels
    .filter(({ name }) => !known.has(name))
    .map(
      ({ name, parameters, sizeBytes, license }) =>
        `  ${name}  ${parameters}, about ${megabytes(sizeBytes)}, ${license}`,
    )
  const hint = models.length === 0 ? ['No local model is here; the stub planner plays.'] : here
  const recommended = others.length > 0 ? ['Recommended, fetched by "narratoria models pull NAME":', ...others] : []
  process.stdout.write(`${[...hint, ...recommended].join('\n')}\n`)
}

/** `narratoria models pull`: fetches a model; a broken-off one goes on where it was. */
export async function pullModel(source: string, options: { name?: string; sha256?: string }): Promise<void> {
  const interrupt = abortOnInterrupt()
  try {
    const pulling = new ModelStore(modelFolder()).pull(source, {
      ...options,
      signal: interrupt.signal,
      onProgress: progressLine(),
    })
    const model = await refusing(pulling)
    process.stderr.write(process.stderr.isTTY ? '\n' : '')
    process.stdout.write(`${model.name}: ${megabytes(model.sizeBytes)}, sha256 ${model.sha256}\n`)
  } finally {
    interrupt.release()
  }
}

/** `narratoria models use`. */
export async function useModel(name: string): Promise<void> {
  await refusing(new ModelStore(modelFolder()).use(name))
}

/** `narratoria models remove`. */
export async function removeModel(name: string): Promise<void> {
  await refusing(new ModelStore(modelFolder()).remove(name))
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (ModelStoreError.isInstance(error) && error.code === 'unknown_model') throw new UsageError(error.message)
    throw error
  }
}

function progressLine(): ((progress: DownloadProgress) => void) | undefined {
  if (!process.stderr.isTTY) return undefined
  let shownAt = 0
  return ({ receivedBytes, totalBytes }) => {
    if (Date.now() - shownAt < 100 && receivedBytes !== totalBytes) return
    shownAt = Date.now()
    const share = totalBytes ? ` of ${megabytes(totalBytes)} (${Math.floor((receivedBytes / totalBytes) * 100)} %)` : ''
    process.stderr.write(`\r${megabytes(receivedBytes)}${share}`)
  }
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
