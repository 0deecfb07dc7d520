import { ModelStore, ModelStoreError, recommendedModels, type DownloadProgress } from '@narratoria/planner/models'
import { ConnectionError, modelRoles, type Sampling } from '@narratoria/models'
import { UsageError } from '../../exit-codes.ts'
import { connectionStore } from '../../host/connections.ts'
import { describeConnection } from '../../host/describe-models.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { modelFolder } from '../../host/open-model.ts'
import type { Io, Output } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ListOptions, NameOptions, PullOptions, UseOptions } from './command.ts'
import { readRoles } from './connect.ts'

/** Works with the user's models. An unknown model is a mistake of the user. */
async function withModels<T>(io: Io, work: (models: ModelStore) => Promise<T>): Promise<T> {
  try {
    return await work(new ModelStore(modelFolder(io)))
  } catch (error) {
    if (ModelStoreError.isInstance(error) && error.code === 'unknown_model') throw new UsageError(error.message)
    throw error
  }
}

function formatSize(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

export function listModels({ json }: ListOptions, io: Io): Promise<void> {
  return withModels(io, async (store) => {
    const models = await store.list()
    const { connections, roles: connected } = await connectionStore(io).read()
    const selected = models.find((model) => model.selected)?.name ?? null
    const roles = Object.fromEntries(modelRoles.map((role) => [role, connected[role] ?? selected]))
    if (json) return printJson(io, { connections, local: models, roles, models, recommended: recommendedModels })
    for (const connection of connections) {
      const used = modelRoles.filter((role) => connected[role] === connection.name)
      print(
        io,
        `${used.length > 0 ? '*' : ' '} ${describeConnection(connection)}${used.length > 0 ? `: ${used.join(', ')}` : ''}`,
      )
    }
    if (models.length === 0)
      print(
        io,
        connections.length === 0 ? 'No local model is stored; the stub planner plays.' : 'No local model is stored.',
      )
    for (const { name, sizeBytes, selected: isSelected } of models)
      print(io, `${isSelected ? '*' : ' '} ${name}  ${formatSize(sizeBytes)}`)
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

export async function useModel({ name, for: names, ...given }: UseOptions, io: Io): Promise<void> {
  const connections = connectionStore(io)
  const { connections: known, roles } = await connections.read()
  const chosen = readRoles(names)
  const settings = readSettings(given)
  const hasSettings = Object.keys(settings).length > 0
  if (known.some((connection) => connection.name === name)) {
    if (hasSettings) await asUsage(() => connections.configure(settings, chosen))
    return connections.use(name, chosen)
  }
  await withModels(io, (store) => store.use(name))
  if (hasSettings) await asUsage(() => connections.configure(settings, chosen))
  if (chosen.some((role) => roles[role] !== undefined)) await connections.use(undefined, chosen)
}

/** Reads the settings of a role. @throws {UsageError} if a value that must be a number is not one */
function readSettings({ stop, systemPrompt, ...numbers }: Omit<UseOptions, 'name' | 'for'>): Sampling {
  const read = Object.entries(numbers).flatMap(([key, text]) => {
    if (text === undefined) return []
    if (text.trim() === '' || !Number.isFinite(Number(text))) throw new UsageError(`"${text}" is not a number`)
    return [[key, Number(text)]]
  })
  return {
    ...(Object.fromEntries(read) as Sampling),
    ...(stop.length > 0 && { stop }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  }
}

/** Settings out of range are mistakes of the user. */
async function asUsage(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw ConnectionError.isInstance(error) ? new UsageError(error.message) : error
  }
}

export async function removeModel({ name }: NameOptions, io: Io): Promise<void> {
  await withModels(io, (store) => store.remove(name))
}
