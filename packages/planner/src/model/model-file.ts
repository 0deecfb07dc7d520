import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ModelError } from './model-error.ts'

const headerBytes = 24

/**
 * Checks that a file is readable and has the header of a GGUF model.
 *
 * @throws {ModelError} `model_missing` or `model_not_gguf`
 */
export async function checkModelFile(path: string): Promise<void> {
  const name = basename(path)
  const file = await open(path).catch((cause: unknown) => {
    throw new ModelError('model_missing', `cannot read the model file ${path}; see "narratoria models list"`, {
      cause,
    })
  })
  try {
    const head = new Uint8Array(headerBytes)
    const { bytesRead } = await file.read(head, 0, headerBytes, 0).catch(() => ({ bytesRead: 0 }))
    const isGguf = bytesRead === headerBytes && Buffer.from(head.subarray(0, 4)).toString('latin1') === 'GGUF'
    if (!isGguf) throw new ModelError('model_not_gguf', `${name} is not a GGUF model; use a file that ends in .gguf`)
    const version = Buffer.from(head.buffer).readUInt32LE(4)
    if (version < 2 || version > 3)
      throw new ModelError(
        'model_not_gguf',
        `${name} has GGUF version ${version}; only versions 2 and 3 are supported, use a newer file`,
      )
  } finally {
    await file.close()
  }
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
