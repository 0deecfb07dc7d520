import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCampaign, WorldPlayer, writeCampaign } from '../src/index.ts'

async function pier(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'narratoria-assets-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'pier')
  await writeCampaign(folder, { title: 'Pier', place: 'a pier', goal: 'a brass key' })
  for (const part of ['art', 'music']) await mkdir(join(folder, part))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { campaign, problems } = await readCampaign(folder)
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
  return campaign!
}

it('§16: pictures and music belong to what has their name, its id, or one of their keywords', async () => {
  const { world } = await pier({
    'art/back-room.png': '',
    'art/goal.jpg': '',
    'art/portrait1.webp': '',
    'art/portrait1.webp.keywords.txt': '# who\nStranger\n',
    'art/unrelated.png': '',
    'music/room.ogg': '',
  })
  expect(world.places['room']).toMatchObject({ image: 'art/back-room.png', music: 'music/room.ogg' })
  expect(world.things['goal']).toMatchObject({ image: 'art/goal.jpg' })
  expect(world.people['stranger']).toMatchObject({ portrait: 'art/portrait1.webp' })
  expect(JSON.stringify(world)).not.toContain('unrelated')
})

it('a picture that the world shows at another moment is not shown at the first sight', async () => {
  const beats = 'beats:\n  flood:\n    when: { turns: { min: 3 } }\n    then: [{ show: { asset: art/room.png } }]\n'
  const { world } = await pier({ 'art/room.png': '', 'world/beats.yaml': beats })
  expect(world.places['room']).not.toHaveProperty('image')
})

it('they are shown once: those of a place at the first visit, those of a thing when it is examined', async () => {
  const { world } = await pier({ 'art/room.png': '', 'music/room.ogg': '', 'art/goal.jpg': '' })
  const player = new WorldPlayer(world)
  const shown = (prompt: string) =>
    player.play(prompt).performed.flatMap(({ assets }) => assets.map(({ asset }) => asset))
  expect(shown('in')).toEqual(['art/room.png', 'music/room.ogg'])
  expect(shown('examine the brass key')).toEqual(['art/goal.jpg'])
  expect(shown('examine the brass key')).toEqual([])
  player.play('out')
  expect(shown('in')).toEqual([])
})
