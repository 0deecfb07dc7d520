import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openS3Exchange } from '../../src/index.ts'
import { openS3, s3Key } from '../fixtures/open-s3.ts'

async function* pieces(content: Uint8Array, size = 100_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function open() {
  const server = await openS3()
  return { ...server, exchange: await openS3Exchange({ ...s3Key, bucket: server.bucket }) }
}

const objectsIn = async (folder: string, ending = '._S3rver_object') =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending)).toSorted()

const partsLeft = async () => (await readdir(tmpdir())).filter((name) => name.endsWith('.part'))

test.each([0, 9, 300_000, 9 * 1024 * 1024])('a file of %i bytes is the same after it was passed on', async (length) => {
  const before = await partsLeft()
  const { exchange } = await open()
  const content = randomBytes(length)
  const hash = await exchange.put(pieces(content))
  expect(hash).toBe(createHash('sha256').update(content).digest('hex'))
  expect((await buffer(exchange.get(hash))).equals(content)).toBe(true)
  expect(await exchange.put(pieces(content))).toBe(hash)
  expect(await partsLeft()).toEqual(before)
})

test('a changed, a missing and a misnamed file are refused', async () => {
  const { exchange, folder } = await open()
  const hash = await exchange.put(pieces(Buffer.from('a picture')))
  const [path] = await objectsIn(folder)
  await writeFile(join(folder, path!), 'a pictures')
  await expect(buffer(exchange.get(hash))).rejects.toThrow('the content of the file does not have its hash')
  await expect(buffer(exchange.get('0'.repeat(64)))).rejects.toThrow('the file is not in the store')
  await expect(buffer(exchange.get('../../etc/passwd'))).rejects.toThrow('is not a SHA-256 in hexadecimal')
})

test('files that were passed on more than a day ago are removed, newer ones and other objects stay', async () => {
  const { exchange, folder, bucket } = await open()
  const hashes: string[] = []
  for (const text of ['old', 'older', 'recent']) hashes.push(await exchange.put(pieces(Buffer.from(text))))
  const others = await openS3Exchange({ ...s3Key, bucket, prefix: 'others/' })
  const other = await others.put(pieces(Buffer.from('of others')))
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
  for (const path of await objectsIn(folder)) {
    const isRecent = path.includes(hashes[2]!)
    await utimes(join(folder, path), hoursAgo(isRecent ? 23 : 25), hoursAgo(isRecent ? 23 : 25))
  }
  await exchange.clean()
  expect(await objectsIn(folder)).toEqual([
    expect.stringContaining(`narratoria/${hashes[2]}`),
    expect.stringContaining(`others/${other}`),
  ])
})

test('what cannot be used is refused at the start, and no message has the key', async () => {
  const { bucket } = await openS3()
  const refusal = async (options: object) => {
    const error = await openS3Exchange({ ...s3Key, bucket, ...options }).then(
      () => new Error('it was opened'),
      (thrown: Error) => thrown,
    )
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('secret-of-the-test')
    return error
  }
  for (const address of ['stories', 'ftp://host/stories', 'https://host/'])
    expect(await refusal({ bucket: address })).toMatchObject({
      code: 'invalid_url',
      message: expect.stringContaining('https://host/bucket'),
    })
  expect(await refusal({ bucket: 'https://a:secret-of-the-test@host/stories' })).toMatchObject({
    code: 'invalid_url',
    message: expect.stringContaining('secretAccessKey'),
  })
  for (const options of [
    { bucket: bucket.replace('stories', 'none') },
    { bucket: 'http://127.0.0.1:1/stories' },
    { secretAccessKey: 'secret-of-the-test' },
  ])
    expect(await refusal(options)).toMatchObject({
      code: 'exchange_unreachable',
      message: expect.stringMatching(/^The bucket 127\.0\.0\.1:\d+\/\w+ cannot be used.*Check its address/),
    })
})
