import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCampaign } from '../src/index.ts'
import { createCampaignLibrary } from '../src/library/index.ts'

const shipped = join(import.meta.dirname, '../../content/campaigns/door-without-a-handle')

/** A copy of a campaign, and a library with a cache. */
async function createCopy() {
  const root = await mkdtemp(join(tmpdir(), 'narratoria-cache-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'campaigns', 'door')
  await cp(shipped, folder, { recursive: true })
  const cache = join(root, 'cache')
  const libraryOf = (version: string) =>
    createCampaignLibrary({ roots: [join(root, 'campaigns')], cache: { folder: cache, version } })
  /** Identifies what was kept; anything kept anew is another file. */
  const kept = async () => {
    const [file] = await readdir(cache)
    return (await stat(join(cache, file!), { bigint: true })).ino
  }
  return { folder, cache, library: libraryOf('1'), libraryOf, kept }
}

it('a campaign that did not change is the same from the cache, and is not read again', async () => {
  const { folder, library, kept } = await createCopy()
  const first = await library.find('door')
  const file = await kept()
  const second = await library.find('door')
  expect(await kept()).toBe(file)
  const read = { ...(await readCampaign(folder)).campaign!, originOf: undefined }
  expect({ ...second, originOf: undefined }).toEqual(read)
  expect({ ...first, originOf: undefined }).toEqual(read)
})

it('a changed file, a new file and a missing file are noticed', async () => {
  const { folder, library } = await createCopy()
  await library.find('door')
  const manifest = join(folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  // As long as before.
  await writeFile(manifest, text.replace('The Door', 'The Gate'))
  expect((await library.find('door'))!.manifest.title).toBe('The Gate Without a Handle')
  await writeFile(join(folder, 'world', 'rules.md'), 'Doors are old.')
  expect((await library.find('door'))!.rules).toBe('Doors are old.')
  await rm(join(folder, 'plot', 'premise.md'))
  await expect(library.find('door')).rejects.toThrow('plot/premise.md')
})

it('another version of the program reads a campaign again', async () => {
  const { library, libraryOf, kept } = await createCopy()
  await library.find('door')
  const file = await kept()
  expect((await libraryOf('2').find('door'))!.name).toBe('door')
  expect(await kept()).not.toBe(file)
})

it('a damaged or shortened file of the cache is not used', async () => {
  const { cache, library } = await createCopy()
  await library.find('door')
  const [name] = await readdir(cache)
  const file = join(cache, name!)
  const text = await readFile(file, 'utf8')
  for (const damaged of [text.replace('Without a Handle', 'With a Handle'), text.slice(0, -1), text.slice(80), '']) {
    expect(damaged).not.toBe(text)
    await writeFile(file, damaged)
    expect((await library.find('door'))!.manifest.title).toBe('The Door Without a Handle')
    expect(await readFile(file, 'utf8')).toBe(text)
  }
})

it('a cache that cannot be written, and a campaign with links, are read each time', async () => {
  const { folder, cache, library } = await createCopy()
  await writeFile(cache, 'a file')
  expect((await library.find('door'))!.name).toBe('door')
  await rm(cache)
  const lore = join(folder, '..', '..', 'lore.md')
  await writeFile(lore, 'Linked.')
  await symlink(lore, join(folder, 'world', 'rules.md'))
  expect((await library.find('door'))!.rules).toBe('Linked.')
  await writeFile(lore, 'Later..')
  expect((await library.find('door'))!.rules).toBe('Later..')
  await expect(readdir(cache)).rejects.toThrow('ENOENT')
})
