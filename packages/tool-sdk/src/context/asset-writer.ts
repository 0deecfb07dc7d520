import type { ToolRequest } from '@narratoria/protocol'
import type { Emitter } from '../emitter.ts'
import { fs, path as paths } from '../builtins.ts'
import { isMediaType } from './media-type.ts'
import type { ToolAsset } from './tool-context.ts'

const extensions: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'model/gltf-binary': 'glb',
  'text/markdown': 'md',
  'text/plain': 'txt',
}

/**
 * Creates the asset writer of one invocation. Writes each file under a temporary name, renames it when it is complete, and then
 * emits the event.
 */
export function createAssetWriter(
  emitter: Emitter,
  { assetsDir }: Pick<ToolRequest, 'assetsDir'>,
): (asset: ToolAsset) => Promise<string> {
  const used = new Set<string>()
  let folder: string | undefined
  return async ({ kind, mediaType, data, path, assetId, metadata }) => {
    if (!isMediaType(mediaType)) throw new TypeError(`asset(): "${mediaType}" is not a valid media type.`)
    const id = takeId(used, assetId ?? nextId(used, kind))
    try {
      const target = paths.resolve(path ?? paths.join((folder ??= assetsDir ?? makeFolder()), fileName(id, mediaType)))
      if (data !== undefined) {
        const wait = writeComplete(target, data)
        if (wait) await wait
      } else if (path === undefined || !fs.statSync(target).isFile()) {
        throw new TypeError('asset() takes data to write, or the path of a finished file.')
      }
      emitter.emit({ type: 'asset', assetId: id, kind, mediaType, path: target, ...(metadata && { metadata }) })
      return target
    } catch (error) {
      // Not emitted, so the assetId may be used again.
      used.delete(id)
      throw error
    }
  }
}

// Loads node:os only when needed.
function makeFolder(): string {
  return fs.mkdtempSync(paths.join(process.getBuiltinModule('node:os').tmpdir(), 'narratoria-'))
}

function nextId(used: ReadonlySet<string>, kind: string): string {
  for (let number = used.size + 1; ; number += 1) if (!used.has(`${kind}-${number}`)) return `${kind}-${number}`
}

function takeId(used: Set<string>, id: string): string {
  if (used.has(id))
    throw new TypeError(`asset(): the assetId "${id}" is already used; it must be unique in an invocation.`)
  used.add(id)
  return id
}

function fileName(id: string, mediaType: string): string {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase()
  const extension = extensions[type] ?? type.replace(/^.*\/(?:x-)?/, '').replace(/[^a-z0-9].*$/, '')
  return `${id.replace(/[^\w-]+/g, '_').slice(0, 80)}.${extension || 'bin'}`
}

// Data that is complete is written synchronously, so that its event precedes later ones even if the call is not awaited.
function writeComplete(target: string, data: NonNullable<ToolAsset['data']>): Promise<void> | undefined {
  fs.mkdirSync(paths.dirname(target), { recursive: true })
  const part = `${target}.${process.pid}.part`
  const file = fs.openSync(part, 'wx', 0o644)
  const close = (complete: boolean): void => {
    fs.closeSync(file)
    if (complete) fs.renameSync(part, target)
    else fs.rmSync(part, { force: true })
  }
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return writeStream(file, data, close)
  try {
    writeWhole(file, data)
  } catch (error) {
    close(false)
    throw error
  }
  close(true)
}

async function writeStream(
  file: number,
  chunks: AsyncIterable<Uint8Array | string>,
  close: (complete: boolean) => void,
): Promise<void> {
  let complete = false
  try {
    for await (const chunk of chunks) writeWhole(file, chunk)
    complete = true
  } finally {
    close(complete)
  }
}

function writeWhole(file: number, data: Uint8Array | string): void {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  for (let offset = 0; offset < bytes.length;) offset += fs.writeSync(file, bytes, offset)
}
