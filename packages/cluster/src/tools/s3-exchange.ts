import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { S3mini } from 's3mini'
import { ClusterError } from '../errors.ts'
import { type AssetExchange, checked, hashing, keptMs, requireHash } from './asset-exchange.ts'

/** Where files are passed on: a bucket of a store that speaks the protocol of Amazon S3. */
export interface S3ExchangeOptions {
  /** The address of the bucket, with its name, such as `https://s3.example.org/stories`. */
  bucket: string
  /** Defaults to `auto`. */
  region?: string
  accessKeyId: string
  secretAccessKey: string
  /** What the names of the objects begin with. Defaults to `narratoria/`. */
  prefix?: string
}

/** The most bytes that are sent in one request; a larger file is sent in parts. */
const partBytes = 8 * 1024 * 1024

/**
 * Opens an exchange that passes files of tools through a store that speaks the protocol of Amazon S3. Needs the package `s3mini`. The
 * bucket must exist, and the key must be allowed to read, write, list and delete its objects.
 *
 * @throws {ClusterError} `package_missing`, `invalid_url`, `exchange_unreachable`
 */
export async function openS3Exchange(options: S3ExchangeOptions): Promise<AssetExchange> {
  const { bucket, region = 'auto', accessKeyId, secretAccessKey, prefix = 'narratoria/' } = options
  const url = URL.canParse(bucket) ? new URL(bucket) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/')
    throw new ClusterError('invalid_url', 'The address of the bucket must have the form https://host/bucket.')
  if (url.username || url.password)
    throw new ClusterError(
      'invalid_url',
      'The address of the bucket must not contain a password; use "secretAccessKey".',
    )
  const S3 = await loadClient()
  const store = new S3({ endpoint: bucket, region, accessKeyId, secretAccessKey, minPartSize: partBytes })
  // A list needs the bucket and the key, and null means that the bucket does not exist.
  const found = await store.listObjectsPaged('/', prefix, 1).catch((error: Error) => error)
  if (!found || found instanceof Error) throw unreachable(url, found ?? undefined)
  return new S3Exchange(store, prefix)
}

class S3Exchange implements AssetExchange {
  readonly #store: S3mini
  readonly #prefix: string

  constructor(store: S3mini, prefix: string) {
    this.#store = store
    this.#prefix = prefix
  }

  async put(content: AsyncIterable<Uint8Array>): Promise<string> {
    // The name is known at the end of the content.
    const path = join(tmpdir(), `narratoria-${randomUUID()}.part`)
    const hash = createHash('sha256')
    try {
      await pipeline(content, hashing(hash), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      const name = hash.digest('hex')
      await this.#store.putAnyObject(this.#keyOf(name), await openAsBlob(path))
      return name
    } finally {
      await rm(path, { force: true })
    }
  }

  async *get(name: string): AsyncGenerator<Uint8Array> {
    const response = await this.#store.getObjectResponse(this.#keyOf(name))
    if (!response?.body) throw new Error('the file is not in the store')
    yield* checked(name, response.body)
  }

  async clean(now = Date.now()): Promise<void> {
    let next: string | undefined
    do {
      const page = await this.#store.listObjectsPaged('/', this.#prefix, 1_000, next)
      const old = (page?.objects ?? []).filter(({ LastModified }) => now - new Date(LastModified).getTime() > keptMs)
      // Another host may have removed them.
      if (old.length > 0) await this.#store.deleteObjects(old.map(({ Key }) => Key))
      next = page?.nextContinuationToken
    } while (next !== undefined)
  }

  #keyOf(name: string): string {
    return `${this.#prefix}${requireHash(name)}`
  }
}

async function loadClient(): Promise<typeof S3mini> {
  try {
    return (await import('s3mini')).S3mini
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('s3mini')) throw error
    throw new ClusterError(
      'package_missing',
      'Passing files on through a bucket needs a package that is not installed; add it with: npm install s3mini',
      { cause: error },
    )
  }
}

function unreachable({ host, pathname }: URL, cause: Error | undefined): ClusterError {
  const reason = cause ? ` (${cause.message})` : ''
  return new ClusterError(
    'exchange_unreachable',
    `The bucket ${host}${pathname} cannot be used${reason}. Check its address, that it exists, the region and the key.`,
    { cause },
  )
}
