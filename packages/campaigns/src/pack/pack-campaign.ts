import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync, type Zippable } from 'fflate'
import type { Campaign } from '../campaign.ts'
import { listParts } from '../read/list-files.ts'

/** ZIP files store times in local time from 1980 on: the earliest one, so that equal files give equal packages. */
const earliest = '1980-01-01T00:00:00'

/** Packs a campaign into one ZIP file, with one folder of the campaign's name. Equal files give equal bytes. */
export async function packCampaign({ name, path }: Pick<Campaign, 'name' | 'path'>): Promise<Uint8Array> {
  const files = await listParts(path)
  const content: Zippable = {}
  for (const file of files)
    content[`${name}/${file}`] = [await readFile(join(path, file)), { mtime: earliest, level: isPacked(file) ? 0 : 9 }]
  return zipSync(content)
}

function isPacked(file: string): boolean {
  return /\.(?:png|jpe?g|webp|mp3|ogg|flac)$/i.test(file)
}
