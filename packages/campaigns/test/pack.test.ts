import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCampaign } from '../src/index.ts'
import { packCampaign, unpackCampaign } from '../src/pack/index.ts'

const shipped = join(import.meta.dirname, '../../content/campaigns')

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-pack-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const manifest = strToU8('{ "title": "Pier", "version": "1.0.0" }')
const playable: Zippable = {
  'pier/manifest.json': manifest,
  'pier/world/setting.md': strToU8('# Pier\n\nA pier.'),
  'pier/plot/premise.md': strToU8('You wait on a pier.'),
}

/** The same file, whose directory says that its first entry has so many bytes. */
function claiming(bytes: number, data: Uint8Array): Uint8Array {
  const copy = Buffer.from(data)
  copy.writeUInt32LE(bytes, copy.indexOf(Buffer.from('PK\u0001\u0002')) + 24)
  return copy
}

describe('a packed campaign', () => {
  it.each(['packet-boat', 'school-bell'])('%s is the same campaign when it is unpacked', async (name) => {
    const before = (await readCampaign(join(shipped, name))).campaign!
    const folder = await unpackCampaign(await packCampaign(before), await temporaryFolder())
    const { campaign, problems } = await readCampaign(folder)
    expect(problems).toEqual([])
    expect(campaign).toMatchObject({ name, digest: before.digest, tests: before.tests })
  })

  it('keeps the character card that it was made of, with its files', async () => {
    const text = '{ "spec": "chara_card_v2", "spec_version": "2.0", "data": { "name": "Ada", "first_mes": "Hello." } }'
    const card = { 'pier/card.json': strToU8(text), 'pier/card/assets/smile.png': new Uint8Array([1]) }
    const folder = await unpackCampaign(zipSync({ ...playable, ...card }), await temporaryFolder())
    const again = await unpackCampaign(await packCampaign({ name: 'pier', path: folder }), await temporaryFolder())
    expect(await readFile(join(again, 'card.json'), 'utf8')).toBe(text)
    expect([...(await readFile(join(again, 'card/assets/smile.png')))]).toEqual([1])
  })

  it('has the same bytes for the same files, and leaves out what is not part of the campaign', async () => {
    const root = await temporaryFolder()
    const folder = await unpackCampaign(zipSync(playable), root)
    const first = await packCampaign({ name: 'pier', path: folder })
    await writeFile(join(folder, 'notes.txt'), 'secret')
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git/config'), 'secret')
    await writeFile(join(folder, 'world/.draft.yaml'), 'secret')
    expect(await packCampaign({ name: 'pier', path: folder })).toEqual(first)
  })

  it.each<[string, Zippable, RegExp]>([
    ['a path above it', { ...playable, 'pier/../../stolen': strToU8('x') }, /does not lie in the folder/],
    ['an absolute path', { ...playable, '/etc/stolen': strToU8('x') }, /does not lie in the folder/],
    ['a path with a backslash', { ...playable, 'pier/..\\stolen': strToU8('x') }, /does not lie in the folder/],
    ['a second folder', { ...playable, 'other/manifest.json': manifest }, /does not lie in the folder/],
    ['no manifest', { 'pier/world/setting.md': strToU8('x') }, /must have one folder with a manifest/],
    ['files without a folder', { 'manifest.json': manifest }, /must have one folder/],
    ['a campaign with errors', { 'pier/manifest.json': manifest }, /has errors: world\/setting\.md/],
  ])('is refused with %s, and nothing of it remains', async (_, content, message) => {
    const root = await temporaryFolder()
    await expect(unpackCampaign(zipSync(content), join(root, 'campaigns'))).rejects.toThrow(message)
    expect(await readdir(root, { recursive: true })).toEqual(expect.not.arrayContaining(['stolen']))
    expect(await readdir(join(root, 'campaigns')).catch(() => [])).toEqual([])
  })

  it('is refused if it is damaged, would be too large, or exists', async () => {
    const root = await temporaryFolder()
    const data = zipSync(playable)
    await expect(unpackCampaign(data.subarray(0, data.length - 40), root)).rejects.toThrow(/not a ZIP file/)
    await expect(unpackCampaign(strToU8('no archive'), root)).rejects.toThrow(/not a ZIP file/)
    const bomb = claiming(600 * 1024 * 1024, data)
    await expect(unpackCampaign(bomb, root)).rejects.toThrow(/too large/)
    await unpackCampaign(data, root)
    await expect(unpackCampaign(data, root)).rejects.toThrow(/already exists/)
    expect(await readFile(join(root, 'pier/plot/premise.md'), 'utf8')).toBe('You wait on a pier.')
  })
})
