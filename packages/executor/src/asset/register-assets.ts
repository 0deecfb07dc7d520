import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isMediaType, type AssetEvent, type ProtocolEvent, type RegisteredAsset } from '@narratoria/protocol'
import { isInside } from '../plan/tool-roots.ts'

/** Where assets may lie. */
export interface AssetRules {
  cwd: string
  /** Real paths of folders; anywhere unless told. */
  roots?: readonly string[]
}

/** What came of one asset event. */
export type AssetOutcome = { asset: RegisteredAsset } | { warning: string }

/** Checks the assets among one attempt's events, in order (001 §4.3). */
export async function registerAssets(
  toolId: string,
  events: readonly ProtocolEvent[],
  rules: AssetRules,
): Promise<AssetOutcome[]> {
  const seen = new Set<string>()
  const outcomes: AssetOutcome[] = []
  for (const event of events) {
    if (event.type !== 'asset') continue
    const outcome = seen.has(event.assetId)
      ? { warning: 'the same assetId came before in this invocation' }
      : await checkAsset(toolId, event, rules)
    seen.add(event.assetId)
    outcomes.push(
      'asset' in outcome
        ? outcome
        : { warning: `Asset "${event.assetId}" of tool "${toolId}" was not registered: ${outcome.warning}.` },
    )
  }
  return outcomes
}

async function checkAsset(toolId: string, event: AssetEvent, { cwd, roots }: AssetRules): Promise<AssetOutcome> {
  const { assetId, kind, mediaType, metadata } = event
  if (!isMediaType(mediaType)) return { warning: `${JSON.stringify(mediaType)} is not a media type` }
  try {
    const path = await realpath(resolve(cwd, event.path))
    const file = await stat(path)
    if (!file.isFile()) return { warning: `${event.path} is not a regular file` }
    if (roots && !isInside(path, roots)) return { warning: `${event.path} lies outside the folders for assets` }
    await access(path, constants.R_OK)
    return { asset: { assetId, toolId, kind, mediaType, path, sizeBytes: file.size, ...(metadata && { metadata }) } }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { warning: `there is no file at ${event.path}` }
    if (code === 'EACCES') return { warning: `${event.path} cannot be read` }
    return { warning: `${JSON.stringify(event.path).slice(0, 300)} cannot be read (${code ?? String(error)})` }
  }
}
