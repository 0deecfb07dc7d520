import { resolve, basename, join } from 'node:path'
import type { AssetEvent, RegisteredAsset } from '@narratoria/protocol'
import { type FileFact, findAssetFault } from '@narratoria/protocol/rules'
import { openRegularFile } from '../files/open-regular-file.ts'
import { isInside } from '../plan/tool-roots.ts'
import type { RunningAttempt } from '../runner/tool-runner.ts'
import { mkdir, open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Where assets may be. */
interface AssetRules {
  cwd: string
  /** Returns the content of files that only the tool's runner can open. */
  read: RunningAttempt['readAsset']
  /** Creates a folder for such a file. */
  createFolder: () => string | Promise<string>
  /** Real paths of folders. */
  roots: readonly string[]
}

type AssetOutcome = { asset: RegisteredAsset } | { warning: string }

/** Checks the asset events of one attempt, in order. */
export async function registerAssets(
  toolId: string,
  events: readonly AssetEvent[],
  rules: AssetRules,
): Promise<AssetOutcome[]> {
  const seen = new Set<string>()
  const outcomes: AssetOutcome[] = []
  for (const event of events) {
    outcomes.push(await checkAsset(toolId, event, seen, rules))
    seen.add(event.assetId)
  }
  return outcomes
}

async function checkAsset(
  toolId: string,
  event: AssetEvent,
  seen: ReadonlySet<string>,
  rules: AssetRules,
): Promise<AssetOutcome> {
  const { assetId, kind, mediaType, metadata } = event
  let named = resolve(rules.cwd, event.path)
  try {
    if (rules.read) named = await receiveFile(rules.read(event.path), await rules.createFolder(), event.path)
  } catch (error) {
    const { message } = error as Error
    return { warning: `Asset ${JSON.stringify(assetId)} of tool "${toolId}" was not received: ${message}.` }
  }
  const found = await inspect(named)
  const fault = findAssetFault(event, seen, found.fact) ?? findRootFault(event, found, rules)
  if (fault)
    return { warning: `Asset ${JSON.stringify(assetId)} of tool "${toolId}" was not registered: ${fault.message}` }
  const { path, sizeBytes } = found
  return { asset: { assetId, toolId, kind, mediaType, path, sizeBytes, ...(metadata && { metadata }) } }
}

interface Found {
  fact: FileFact
  path: string
  sizeBytes: number
}

async function inspect(named: string): Promise<Found> {
  const opened = await openRegularFile(named)
  if (typeof opened === 'string') return { fact: opened, path: named, sizeBytes: 0 }
  const { file, path, sizeBytes } = opened
  await file.close()
  return { fact: 'file', path, sizeBytes }
}

function findRootFault({ path }: AssetEvent, found: Found, { roots }: AssetRules): { message: string } | undefined {
  return !isInside(found.path, roots)
    ? { message: `${JSON.stringify(path)} lies outside the folders for assets (${roots.join(', ')}).` }
    : undefined
}

/** Most bytes of a file that a runner hands over. */
const maxFileBytes = 256 * 1024 * 1024

/**
 * Writes a file that is elsewhere into `folder`, completely or not at all, and returns its path. Rejects if the content ends in an
 * error, is larger than 256 MiB, or cannot be written.
 */
async function receiveFile(content: AsyncIterable<Uint8Array>, folder: string, named: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, basename(named))
  const bounded = async function* (chunks: AsyncIterable<Uint8Array>) {
    let sizeBytes = 0
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxFileBytes) throw new Error('it is larger than 256 MiB')
      yield chunk
    }
  }
  // Opened first: a stream that is destroyed while it opens its file may still create it.
  const file = await open(path, 'wx', 0o600)
  try {
    await pipeline(content, bounded, file.createWriteStream())
    return path
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}
