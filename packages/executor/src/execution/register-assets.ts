import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AssetEvent, RegisteredAsset } from '@narratoria/protocol'
import { type FileFact, findAssetFault } from '@narratoria/protocol/rules'
import { isInside } from '../plan/tool-roots.ts'

/** Where assets may be. */
interface AssetRules {
  cwd: string
  /** Real paths of folders. Any folder if undefined. */
  roots: readonly string[] | undefined
}

/** The outcome of one asset event. */
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
  const found = await inspect(resolve(rules.cwd, event.path))
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
  try {
    const path = await realpath(named)
    const file = await stat(path)
    if (!file.isFile()) return { fact: 'not_a_file', path, sizeBytes: 0 }
    await access(path, constants.R_OK)
    return { fact: 'file', path, sizeBytes: file.size }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { fact: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', path: named, sizeBytes: 0 }
  }
}

function findRootFault({ path }: AssetEvent, found: Found, { roots }: AssetRules): { message: string } | undefined {
  return roots && !isInside(found.path, roots)
    ? { message: `${JSON.stringify(path)} lies outside the folders for assets.` }
    : undefined
}
