import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pictureTypeOf } from './picture-type.ts'

export interface Picture {
  data: Uint8Array
  mediaType: string
}

/** Why a picture could not be made, and when. */
export interface Failure {
  message: string
  at: number
}

const extensions: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' }
/** The largest picture that is kept, in bytes. */
export const maxPictureBytes = 32 * 1024 * 1024

/** The pictures that an image server made, one file each. Each is written completely or not at all. */
export class Gallery {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'portraits')
  }

  find(key: string): Picture | undefined {
    for (const extension of Object.values(extensions)) {
      const picture = readPicture(join(this.#folder, `${key}${extension}`))
      if (picture) return picture
    }
    return undefined
  }

  keep(key: string, { data, mediaType }: Picture): void {
    this.#write(`${key}${extensions[mediaType] ?? '.png'}`, data)
    for (const kind of ['failed', 'job']) rmSync(join(this.#folder, `${key}.${kind}`), { force: true })
  }

  /** The failure of the last attempt, if there was no success after it. */
  failure(key: string): Failure | undefined {
    const text = this.#read(`${key}.failed`)
    try {
      return text === undefined ? undefined : (JSON.parse(text) as Failure)
    } catch {
      return undefined
    }
  }

  keepFailure(key: string, failure: Failure): void {
    this.#write(`${key}.failed`, JSON.stringify(failure))
  }

  /** The number of an unfinished job of the server, so that the next run continues it. */
  job(key: string): string | undefined {
    return this.#read(`${key}.job`)
  }

  keepJob(key: string, job: string | undefined): void {
    if (job === undefined) rmSync(join(this.#folder, `${key}.job`), { force: true })
    else this.#write(`${key}.job`, job)
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, name), 'utf8')
    } catch {
      return undefined
    }
  }

  #write(name: string, data: Uint8Array | string): void {
    mkdirSync(this.#folder, { recursive: true })
    const target = join(this.#folder, name)
    const part = `${target}.${process.pid}.part`
    writeFileSync(part, data)
    renameSync(part, target)
  }
}

/** Reads a picture, if the file is one. */
export function readPicture(path: string): Picture | undefined {
  try {
    const info = statSync(path)
    if (!info.isFile() || info.size > maxPictureBytes) return undefined
    const data = readFileSync(path)
    if (extname(path).toLowerCase() === '.svg') return { data, mediaType: 'image/svg+xml' }
    const mediaType = pictureTypeOf(data)
    return mediaType === undefined ? undefined : { data, mediaType }
  } catch {
    return undefined
  }
}
