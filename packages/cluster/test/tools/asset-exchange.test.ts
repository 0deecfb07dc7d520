import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../runtime/test/fixtures/temporary-folder.ts'
import { FolderExchange } from '../../src/tools/asset-exchange.ts'

async function* bytes(text: string) {
  yield Buffer.from(text)
}

test('files that were passed on more than a day ago are removed, newer ones stay', async () => {
  const folder = await temporaryFolder()
  const exchange = new FolderExchange(folder)
  const [old, recent] = [await exchange.put(bytes('old')), await exchange.put(bytes('recent'))]
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
  await utimes(join(folder, old.slice(0, 2), old), hoursAgo(25), hoursAgo(25))
  await utimes(join(folder, recent.slice(0, 2), recent), hoursAgo(23), hoursAgo(23))
  await exchange.clean()
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual([recent])
  await expect(exchange.get(old).next()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder that does not exist yet has nothing to remove', async () => {
  await expect(new FolderExchange(join(await temporaryFolder(), 'none')).clean()).resolves.toBeUndefined()
})
