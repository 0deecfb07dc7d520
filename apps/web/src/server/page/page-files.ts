import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { WebError } from '../errors.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** A file of the page, ready to be sent. */
export interface PageFile {
  content: Buffer<ArrayBuffer>
  /** The content compressed with Brotli, if that is smaller. */
  brotli?: Buffer<ArrayBuffer>
  contentType: string
  /** Whether the name contains a hash of the content. */
  immutable: boolean
}

/** The files of the page by address. Only these can be requested. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** Reads the built page. @throws {WebError} `page_missing` */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, PageFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const contentType = contentTypes[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address, await readPageFile(path, { contentType, immutable: address.startsWith('/assets/') }))
  }
  if (files.has('/index.html')) return files
  throw new WebError(
    'page_missing',
    'The page is not built. In a clone of the repository, build and serve it with: npm run web',
  )
}

async function readPageFile(
  path: string,
  { contentType, immutable }: { contentType: string; immutable: boolean },
): Promise<PageFile> {
  const content = await readFile(path)
  // The build compresses scripts and styles. The page itself gets a new nonce each time; fonts are compressed already.
  const brotli = await readFile(`${path}.br`).catch(() => undefined)
  return { content, ...(brotli && { brotli }), contentType, immutable }
}
