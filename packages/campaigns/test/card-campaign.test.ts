import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compileLorebook, convertLorebook, readCard, writeCard } from '@narratoria/interchange'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { bytesOf, fullCard, oldCard, oldestCard, png } from '../../interchange/test/fixtures/cards.ts'
import {
  checkCampaignWorld,
  readCampaign,
  readCampaignCard,
  WorldPlayer,
  writeCardCampaign,
  writeLorebookCampaign,
} from '../src/index.ts'

async function root(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-cards-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('a character card becomes a campaign', () => {
  it('with its person, a place, openings, a lorebook and its picture', async () => {
    const files = new Map([['assets/emotion/images/calm.png', png()]])
    const card = { ...readCard(bytesOf(fullCard)), files, picture: png() }
    const imported = await writeCardCampaign(await root(), card)
    expect(imported).toMatchObject({
      name: 'mirelle-voss',
      title: 'Mirelle Voss',
      taken: [
        'the person "Mirelle Voss" of a card of V3',
        'description, personality, scenario, examples: the setting, for the narrating model',
        '3 greetings as openings to choose from',
        '1 lorebook entry',
        'the picture',
        '1 file of the archive',
      ],
      leftOut: [
        'system_prompt and post_history_instructions: orders of a stranger to a model. They stay in card.json.',
        'group_only_greetings: there are no group chats. They stay in card.json.',
      ],
    })
    const { campaign, problems } = await readCampaign(imported.path)
    expect(problems).toEqual([])
    expect(checkCampaignWorld(campaign!).filter(({ level }) => level === 'error')).toEqual([])
    expect(campaign!.manifest).toMatchObject({
      title: 'Mirelle Voss',
      author: 'the tests',
      cover: 'art/portrait.png',
      tags: ['ferry', 'fog'],
    })
    expect(campaign!.openings).toEqual([
      '“No crossing today,” says Miri. You can see why.',
      '“You again,” says Miri.',
      'The bell rings {{roll:d6}} times.',
    ])
    expect(campaign!.setting).toContain('Miri keeps the ferry at Low Landing. She trusts you slowly.')
    expect(campaign!.setting).toContain('Miri is like this: dry, patient, superstitious')
    expect(campaign!.world.people.companion).toMatchObject({ name: 'Miri', aliases: ['Mirelle Voss'], pronoun: 'she' })
    expect(campaign!.lorebooks.map((book) => compileLorebook(book))).toMatchObject([
      { name: 'The river', character: 'Miri', entries: [{ name: 'fog' }] },
    ])
    expect(new WorldPlayer(campaign!.world).play('look at Miri').text).toContain('keeps the ferry')
  })

  it.each([
    ['V1', oldestCard],
    ['V2', oldCard],
    ['V3', fullCard],
  ])('and back to a card of %s without a loss', async (_, document) => {
    const card = {
      ...readCard(bytesOf(document)),
      files: new Map([['assets/x.bin', Uint8Array.of(1, 2)]]),
      picture: png(),
    }
    const { path } = await writeCardCampaign(await root(), card)
    const exported = (await readCampaignCard(path))!
    expect(readCard(writeCard(exported, 'png')).document).toEqual(document)
    const archive = readCard(writeCard(exported, 'charx'))
    expect(archive.document).toEqual(document)
    expect(archive.files.get('assets/x.bin')).toEqual(Uint8Array.of(1, 2))
  })

  it('names the player if asked, and reports macros that are not known', async () => {
    const card = readCard(
      bytesOf({
        name: '<b>Bo</b>\u001B[2J',
        description: '{{getvar::x}} {{user}} <script>x</script>ok',
        first_mes: 'Hi {{user}}',
        mes_example: '',
      }),
    )
    const { path, leftOut, name } = await writeCardCampaign(await root(), card, { user: 'Ada' })
    expect(name).toBe('bo-2j')
    expect(leftOut).toEqual([
      'Scripts, tags of HTML and control characters were removed from 2 texts.',
      'Macros that are not known were left as they are: {{getvar::x}}.',
    ])
    const { campaign } = await readCampaign(path)
    expect(campaign).toMatchObject({ player: { name: 'Ada' }, openings: ['Hi Ada'] })
    expect(campaign!.setting).toBe('# Bo[2J\n\n{{getvar::x}} Ada ok')
  })

  it('of a free name, or not at all', async () => {
    const folder = await root()
    await writeCardCampaign(folder, readCard(bytesOf(oldCard)))
    expect((await writeCardCampaign(folder, readCard(bytesOf(oldCard)))).name).toBe('orla-2')
    const files = new Map([
      ['a', Uint8Array.of(1)],
      ['a/b', Uint8Array.of(2)],
    ])
    await expect(writeCardCampaign(folder, { ...readCard(bytesOf(oldCard)), files })).rejects.toThrow(
      /EEXIST|ENOTDIR|EISDIR|ENOENT/,
    )
    expect((await readdir(folder)).toSorted()).toEqual(['orla', 'orla-2'])
  })
})

it('a lorebook becomes a campaign', async () => {
  const book = convertLorebook({ entries: { 0: { key: ['mill'], content: 'The mill burned.' } } }, 'The Valley')
  const imported = await writeLorebookCampaign(await root(), book)
  expect(imported).toMatchObject({ name: 'the-valley', taken: ['1 entry of a SillyTavern World Info'], leftOut: [] })
  const { campaign, problems } = await readCampaign(imported.path)
  expect(problems).toEqual([])
  expect(campaign!.lorebooks.map((each) => compileLorebook(each).entries.map(({ content }) => content))).toEqual([
    ['The mill burned.'],
  ])
})
