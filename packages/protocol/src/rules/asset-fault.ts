import type { AssetEvent } from '../event/events.ts'
import { isMediaType } from '../event/media-type.ts'

/** What the host found at the path of an asset event. */
export type FileFact = 'file' | 'missing' | 'not_a_file' | 'unreadable'

/** Why an asset is not registered. */
export type AssetCode =
  | 'duplicate_asset_id'
  | 'invalid_media_type'
  | 'asset_missing'
  | 'asset_not_a_file'
  | 'asset_unreadable'

/**
 * Why a host does not register an asset; `undefined` when it does (spec 001 §4.3, §7). The one place that says so: the
 * judge and the executor both ask here.
 *
 * @param earlier the assetIds that came before in the invocation
 * @param fact what lies at its path; taken for a file where nobody knows
 */
export function findAssetFault(
  { assetId, mediaType, path }: AssetEvent,
  earlier: ReadonlySet<string>,
  fact: FileFact | undefined,
): { code: AssetCode; message: string } | undefined {
  if (earlier.has(assetId)) return { code: 'duplicate_asset_id', message: `The assetId ${show(assetId)} came before.` }
  if (!isMediaType(mediaType)) {
    return { code: 'invalid_media_type', message: `${show(mediaType)} is not a media type.` }
  }
  switch (fact) {
    case 'missing':
      return { code: 'asset_missing', message: `There is no file at ${show(path)}.` }
    case 'not_a_file':
      return { code: 'asset_not_a_file', message: `${show(path)} is not a regular file.` }
    case 'unreadable':
      return { code: 'asset_unreadable', message: `${show(path)} cannot be read.` }
    default:
      return undefined
  }
}

/** A text for a message, quoted and bounded. */
export function show(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text)
}
