import { statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { ToolContext } from '@narratoria/tool-sdk'
import type { Performed } from '@narratoria/world'

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

/** Emits the files of a campaign that an act shows. A file that is missing or outside the campaign's folder is a log. */
export async function emitAssets(
  assets: Performed['assets'],
  folder: string | undefined,
  { asset, log }: ToolContext,
): Promise<void> {
  for (const { asset: name, caption } of assets) {
    const path = join(folder ?? '', name)
    const mediaType = mediaTypes[extname(path).toLowerCase()]
    const isInside = folder !== undefined && !relative(folder, path).startsWith('..')
    if (!isInside || !mediaType || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
      log.warn(`The campaign has no picture, sound or film "${name}".`)
      continue
    }
    const [kind = 'file'] = mediaType.split('/')
    await asset({ kind, mediaType, path, ...(caption !== undefined && { metadata: { alt: caption } }) })
  }
}
