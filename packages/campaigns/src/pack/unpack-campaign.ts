import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { readCampaign } from '../read/read-campaign.ts'

const limits = { files: 10_000, bytes: 512 * 1024 * 1024 } as const

/** A file that is not a packed campaign, or one that cannot be unpacked. */
export class PackedCampaignError extends Error {
  override readonly name = 'PackedCampaignError'
  readonly code = 'invalid_package'
}

/**
 * Unpacks a packed campaign into a new folder under `root` and returns the folder's path. Nothing remains of one that cannot be
 * played.
 *
 * @throws {PackedCampaignError} if the file is not one, is too large, has paths outside of its folder, or has errors, or if the
 *   folder exists
 */
export async function unpackCampaign(data: Uint8Array, root: string): Promise<string> {
  const files = unzip(data)
  const names = Object.keys(files).filter((path) => !path.endsWith('/'))
  const [name = ''] = names[0]?.split('/') ?? []
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name) || !names.includes(`${name}/manifest.json`))
    throw new PackedCampaignError('The file is not a packed campaign: it must have one folder with a manifest.json.')
  const wrong = names.find((path) => !isPathIn(name, path))
  if (wrong !== undefined)
    throw new PackedCampaignError(`The path ${JSON.stringify(wrong)} does not lie in the folder "${name}".`)
  const target = join(root, name)
  if (await stat(target).catch(() => undefined))
    throw new PackedCampaignError(`${target} already exists. Remove or rename it first.`)
  await mkdir(root, { recursive: true })
  const temporary = await mkdtemp(join(root, '.unpacking-'))
  try {
    for (const path of names) {
      await mkdir(dirname(join(temporary, path)), { recursive: true })
      await writeFile(join(temporary, path), files[path]!)
    }
    const { problems } = await readCampaign(join(temporary, name))
    const error = problems.find(({ level }) => level === 'error')
    if (error) throw new PackedCampaignError(`The campaign has errors: ${error.at}: ${error.message}`)
    await rename(join(temporary, name), target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return target
}

function unzip(data: Uint8Array): Record<string, Uint8Array> {
  let bytes = 0
  let count = 0
  try {
    return unzipSync(data, {
      // Called with the sizes of the directory before anything is unpacked.
      filter({ originalSize }) {
        bytes += originalSize
        count += 1
        if (bytes > limits.bytes || count > limits.files)
          throw new PackedCampaignError(
            `The file unpacks to more than ${limits.files} files or ${limits.bytes} bytes; that is too large.`,
          )
        return true
      },
    })
  } catch (error) {
    if (error instanceof PackedCampaignError) throw error
    throw new PackedCampaignError('The file is not a ZIP file, or it is damaged.', { cause: error })
  }
}

function isPathIn(folder: string, path: string): boolean {
  const [first, ...rest] = path.split('/')
  const isPlain = rest.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\p{C}]/u.test(part))
  return first === folder && rest.length > 0 && isPlain
}
