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
 * Returns why a host does not register an asset, or `undefined` if it does. The judge and the executor share this rule.
 *
 * @param earlier the assetIds of the earlier assets of the invocation
 * @param fact what the host found at the path; `undefined` counts as a file
 */
export function findAssetFault(
  { assetId, mediaType, path }: AssetEvent,
  earlier: ReadonlySet<string>,
  fact: FileFact | undefined,
): { code: AssetCode; message: string } | undefined {
  if (earlier.has(assetId)) return { code: 'duplicate_asset_id', message: `Duplicate assetId ${show(assetId)}.` }
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

/** Quotes a text for a message, at most 100 characters. */
export function show(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text)
}
