import { extname } from 'node:path'
import type { CampaignAsset } from '../campaign.ts'
import { listFiles } from './list-files.ts'
import type { Problems } from './problems.ts'
import { readText } from './source-file.ts'

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
}

/** Lists `art/**` and `music/**`. A file beside it, `NAME.keywords.txt`, has its keywords, one a line. */
export async function readAssets(folder: string, problems: Problems): Promise<CampaignAsset[]> {
  const files = [...(await listFiles(folder, 'art')), ...(await listFiles(folder, 'music'))]
  const assets: CampaignAsset[] = []
  for (const path of files) {
    if (path.endsWith('.keywords.txt')) continue
    const mediaType = mediaTypes[extname(path).toLowerCase()]
    if (mediaType === undefined) {
      const known = Object.keys(mediaTypes).join(', ')
      problems.warn('unknown_asset', `${path} is not used; pictures and music are ${known}.`, path)
      continue
    }
    const keywords = (await readText(folder, `${path}.keywords.txt`, problems)) ?? ''
    assets.push({ path, mediaType, keywords: linesOf(keywords) })
  }
  return assets
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
}
