import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ClusterError } from '../errors.ts'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** Encrypts what players write and what tools receive and return, so that no row of the database holds a secret. */
export class Sealer {
  readonly #key: Buffer

  /** @param secret every host and worker has the same; it is never stored in the database */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'narratoria', 'rows of a cluster', 32))
  }

  seal(value: unknown): Uint8Array {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#key, iv)
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text])
  }

  /** @throws {ClusterError} `key_missing` if it was sealed with another secret, or was changed */
  open<T>(sealed: Uint8Array): T {
    try {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      return JSON.parse(text.toString('utf8')) as T
    } catch (cause) {
      throw new ClusterError(
        'key_missing',
        'A row of the cluster cannot be decrypted: its hosts and workers do not have the same NARRATORIA_CLUSTER_KEY.',
        { cause },
      )
    }
  }
}

/**
 * The secret of a cluster: the one given, or else the password in the address of the database.
 *
 * @throws {ClusterError} `key_missing`
 */
export function clusterSecret(given: string | undefined, url: string | undefined): string {
  const password = url === undefined ? '' : decodeURIComponent(new URL(url).password)
  const secret = given || password
  if (secret !== '') return secret
  throw new ClusterError(
    'key_missing',
    'The address of the database has no password, so rows cannot be encrypted with it. Give all hosts and workers the same NARRATORIA_CLUSTER_KEY.',
  )
}
