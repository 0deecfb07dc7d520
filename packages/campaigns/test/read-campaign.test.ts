import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, describe, expect, it } from 'vitest'
import { rm } from 'node:fs/promises'
import { checkCampaignWorld, mapOf, readCampaign, WorldPlayer } from '../src/index.ts'
import { createCampaignLibrary } from '../src/library/index.ts'

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-campaign-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const threeFiles = {
  'manifest.json': '{ "title": "Salt", "version": "1.0.0" }',
  'world/setting.md': '# The pier\n\nA long pier in the fog.\n\nMore about it.',
  'plot/premise.md': 'You came for the last boat.',
}

const minimal = {
  ...threeFiles,
  'world/map.yaml': 'places: { pier: { name: The pier, description: A long pier in the fog. } }',
}

describe('readCampaign', () => {
  it('builds the world of three files from their premise', async () => {
    const { campaign, problems } = await readCampaign(await folderOf(threeFiles))
    expect(problems).toEqual([])
    expect(checkCampaignWorld(campaign!)).toEqual([])
    const { world } = campaign!
    expect(world.title).toBe('Salt')
    expect(world.opening).toMatch(/^You came for the last boat\./)
    expect(Object.keys(world.places).length).toBeGreaterThanOrEqual(4)
    expect(Object.keys(world.endings!).length).toBeGreaterThanOrEqual(2)
    expect(new WorldPlayer(world).choices().length).toBeGreaterThanOrEqual(3)
  })

  it('reports a key that occurs twice in a JSON file, with its line', async () => {
    const manifest = '{\n "title": "Salt",\n "version": "1.0.0",\n "title": "Sugar: \\"x\\": 1"\n}'
    const { problems } = await readCampaign(await folderOf({ ...minimal, 'manifest.json': manifest }))
    expect(problems).toMatchObject([{ code: 'syntax_error', at: 'manifest.json:4', level: 'error' }])
    const wrong = '{\n "title": "A \\"b\\": c",\n "version": 7\n}'
    const other = await readCampaign(await folderOf({ ...minimal, 'manifest.json': wrong }))
    expect(other.problems[0]?.at).toBe('manifest.json:3')
  })

  it('warns of a cover that is not there', async () => {
    const manifest = '{ "title": "Salt", "version": "1.0.0", "cover": "art/pier.png" }'
    const { campaign, problems } = await readCampaign(await folderOf({ ...minimal, 'manifest.json': manifest }))
    expect(campaign?.manifest.cover).toBe('art/pier.png')
    expect(problems).toMatchObject([{ code: 'missing_asset', level: 'warning' }])
    const whole = await folderOf({ ...minimal, 'manifest.json': manifest, 'art/pier.png': 'a picture' })
    expect((await readCampaign(whole)).problems).toEqual([])
  })

  it('puts things and people where they are written, across files', async () => {
    const folder = await folderOf({
      ...threeFiles,
      'world/a.yaml':
        'places:\n  pier:\n    name: pier\n    things:\n      crate: { name: crate, container: true, things: { rope: { name: rope } } }\n',
      'world/b.yaml': 'people:\n  oleg: { at: pier, topics: { storm: { answer: It comes. } } }\n',
      'characters/npcs/oleg/profile.json':
        '{"name":"Oleg","role":"pilot","personality":{"traits":["dry"]},"inventory":["tide table"]}',
    })
    const { campaign, problems } = await readCampaign(folder)
    expect(problems).toEqual([])
    const { things, people } = campaign!.world
    expect(things['crate']?.at).toBe('pier')
    expect(things['rope']?.at).toBe('in:crate')
    expect(things['tide_table']?.at).toBe('oleg')
    expect(people['oleg']).toMatchObject({ name: 'Oleg', at: 'pier', aliases: ['pilot'] })
  })

  it.each([
    ['manifest.json', '{ "title": "Salt" }', 'manifest.json:1', 'version'],
    ['manifest.json', '{ "title": "Salt",\n  "version": 1 }', 'manifest.json:2', 'version'],
    ['world/map.yaml', 'places:\n  pier:\n    name: pier\n    exits: [north]\n', 'world/map.yaml:4', 'exits'],
    [
      'world/map.yaml',
      'places:\n  pier: { name: pier }\nthings:\n  rope: { name: rope, at: per }\n',
      'world/map.yaml:4',
      'per',
    ],
    ['world/map.yaml', 'places:\n  pier: {\n', 'world/map.yaml:', ''],
    ['plot/premise.md', '\n', 'plot/premise.md', 'missing'],
    ['plot/beats.json', '{"beats":[{"title":"x"}]}', 'plot/beats.json:1', 'id'],
  ])('names file and line of a fault in %s', async (file, text, at, word) => {
    const { campaign, problems } = await readCampaign(await folderOf({ ...minimal, [file]: text }))
    expect(campaign).toBeUndefined()
    const [first] = problems.filter(({ level }) => level === 'error')
    expect(first?.at.startsWith(at), first?.at).toBe(true)
    expect(first?.message).toContain(word)
  })

  it('reports the first syntax error of a file and not what follows from it', async () => {
    const folder = await folderOf({
      ...minimal,
      'world/map.yaml': 'places:\n  pier: { name: pier\n  dock: { name: dock }\nrules: ]\n',
      'world/people.yaml': 'people:\n  oleg: { name: Oleg, at: pier }\n',
    })
    const { problems } = await readCampaign(folder)
    expect(problems.map(({ code }) => code)).toEqual(['syntax_error'])
  })

  it('warns of what it does not use', async () => {
    const folder = await folderOf({
      ...minimal,
      'world/map.yaml': 'places:\n  pier: { name: pier, image: art/pier.png }\nplaecs: {}\n',
      'art/pier.bmp': 'x',
    })
    const { campaign, problems } = await readCampaign(folder)
    expect(campaign).toBeDefined()
    expect(problems.map(({ code, at }) => `${code} ${at}`).toSorted()).toEqual([
      'missing_asset world/map.yaml:2',
      'unknown_asset art/pier.bmp',
      'unknown_key world/map.yaml:3',
    ])
  })

  it('reads endings with their conditions and the lore in pieces', async () => {
    const folder = await folderOf({
      ...minimal,
      'plot/endings/home.md': '---\ntitle: Home\nwhen: { flag: home }\n---\nYou are home.',
      'lore/town.md': `# Town\n\n${'It rains. '.repeat(300)}\n\n## Boats\n\nTwo boats.`,
    })
    const { campaign } = await readCampaign(folder)
    expect(campaign!.world.endings).toEqual({ home: { title: 'Home', text: 'You are home.', when: { flag: 'home' } } })
    expect(campaign!.lore.map(({ heading, text }) => [heading, text.length <= 2_000])).toEqual([
      ['Town', true],
      ['Town', true],
      ['Boats', true],
    ])
  })

  it('changes its digest with what is played, not with tests', async () => {
    const digest = async (files: object) =>
      (await readCampaign(await folderOf({ ...minimal, ...files }))).campaign!.digest
    const first = await digest({})
    expect(await digest({ 'tests/a.story': '> look' })).toBe(first)
    expect(await digest({ 'plot/premise.md': 'Other.' })).not.toBe(first)
  })
})

describe('createCampaignLibrary', () => {
  it('finds campaigns by name and by path', async () => {
    const root = await folderOf(
      Object.fromEntries(Object.entries(minimal).map(([name, text]) => [`salt/${name}`, text])),
    )
    const library = createCampaignLibrary({ roots: [root] })
    expect(await library.list()).toEqual([{ name: 'salt', path: join(root, 'salt') }])
    expect((await library.find('salt'))?.manifest.title).toBe('Salt')
    expect((await library.find(join(root, 'salt')))?.name).toBe('salt')
    expect(await library.find('pepper')).toBeUndefined()
  })

  it('rejects for a campaign with errors, by its first one', async () => {
    const root = await folderOf({ 'salt/manifest.json': '{ "title": "Salt" }' })
    await expect(createCampaignLibrary({ roots: [root] }).find('salt')).rejects.toThrow(/manifest\.json:1/)
  })
})

describe('mapOf', () => {
  it('draws exits both ways once, and those with a door dotted', () => {
    const places = {
      hall: { name: 'hall', exits: { north: { to: 'yard', door: 'gate' } } },
      yard: { name: 'yard', exits: { south: 'hall', down: 'well' } },
      well: { name: 'well' },
    }
    expect(mapOf({ title: '', opening: '', player: { at: 'hall' }, places, things: {}, people: {} })).toBe(
      [
        'flowchart LR',
        '  hall["hall"]',
        '  yard["yard"]',
        '  well["well"]',
        '  hall <-.->|"north / south"| yard',
        '  yard -->|"down"| well',
        '',
      ].join('\n'),
    )
  })
})
