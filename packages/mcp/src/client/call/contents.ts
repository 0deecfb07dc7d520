import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type AssetEvent, type JsonObject } from '@narratoria/protocol'
import { plain } from '../tools/tool-definition.ts'

/** Most parts of one result that are read, and characters of its text. */
const maxParts = 64
const maxText = 100_000

/** What a result of a tool contains. */
export interface Contents {
  text: string
  assets: Omit<AssetEvent, 'version' | 'type'>[]
}

/** Reads the parts of a result. Images, audio and resources become files in `folder`; links become text. */
export async function readContents(parts: readonly unknown[], folder: string | undefined): Promise<Contents> {
  const texts: string[] = []
  const assets: Contents['assets'] = []
  for (const part of parts.slice(0, maxParts)) {
    if (!isJsonObject(part)) continue
    if (part.type === 'text' && typeof part.text === 'string') texts.push(part.text)
    else if (part.type === 'resource_link') texts.push(linkText(part))
    else {
      const file = fileOf(part)
      if (file && folder !== undefined) assets.push(await writeAsset(file, folder, assets.length + 1))
      else if (file) texts.push(`(a file of the type ${file.mediaType})`)
    }
  }
  return { text: texts.join('\n').slice(0, maxText).toWellFormed(), assets }
}

interface ResultFile {
  kind: string
  mediaType: string
  data: Buffer
  metadata?: JsonObject
}

function fileOf(part: JsonObject): ResultFile | undefined {
  const { type, data, mimeType, resource } = part
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { kind: type, mediaType: mediaTypeOf(mimeType, `${type}/*`), data: Buffer.from(data, 'base64') }
  if (type !== 'resource' || !isJsonObject(resource)) return undefined
  const { uri, text, blob, mimeType: given } = resource
  const metadata = typeof uri === 'string' ? { metadata: { uri: plain(uri).slice(0, 500) } } : {}
  if (typeof text === 'string')
    return { kind: 'text', mediaType: mediaTypeOf(given, 'text/plain'), data: Buffer.from(text), ...metadata }
  if (typeof blob !== 'string') return undefined
  const mediaType = mediaTypeOf(given, 'application/octet-stream')
  return { kind: mediaType.split('/')[0]!, mediaType, data: Buffer.from(blob, 'base64'), ...metadata }
}

function mediaTypeOf(given: unknown, byDefault: string): string {
  const isOne = typeof given === 'string' && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(given)
  return isOne ? given.toLowerCase() : byDefault.replace('image/*', 'image/png').replace('audio/*', 'audio/wav')
}

async function writeAsset(
  { data, kind, mediaType, metadata }: ResultFile,
  folder: string,
  number: number,
): Promise<Contents['assets'][number]> {
  await mkdir(folder, { recursive: true })
  const ending = mediaType === 'text/plain' ? 'txt' : mediaType.split('/')[1]!.replace(/^x-|\+.*$/g, '')
  const path = join(folder, `mcp-${number}.${ending}`)
  await writeFile(path, data)
  return { assetId: `mcp-${number}`, kind, mediaType, path, ...(metadata && { metadata }) }
}

function linkText({ uri, title, name, description }: JsonObject): string {
  const about = [title ?? name, description].filter((text) => typeof text === 'string')
  return plain([...about, typeof uri === 'string' ? `<${uri}>` : ''].join(' '))
}
