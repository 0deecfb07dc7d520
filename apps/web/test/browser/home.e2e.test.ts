import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { narration, play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

const cover = fileURLToPath(new URL('../../../../packages/content/campaigns/packet-boat/art/', import.meta.url))
const offered = [
  { name: 'boat', title: 'The Boat', description: 'It is late.', genre: 'mystery', cover: `${cover}pell.png` },
  { name: 'bell', title: 'The School Bell' },
  {
    name: 'salt',
    title: 'Salt',
    questions: [
      {
        id: 'name',
        kind: 'text' as const,
        question: 'What is your name?',
        required: false,
        guidance: 'One of the crew.',
      },
      {
        id: 'class',
        kind: 'choice' as const,
        question: 'What do you do?',
        required: true,
        options: [{ name: 'Diver', description: 'You go down.' }, { name: 'Cook' }],
      },
      {
        id: 'points',
        kind: 'points' as const,
        question: 'Divide 3 points.',
        required: false,
        pool: 3,
        attributes: [{ name: 'force', min: 0, max: 3, default: 0 }],
      },
    ],
  },
]
const openQuestion = (id: string, question: string, names: string[]) => ({
  id,
  kind: 'choice' as const,
  question,
  required: false,
  options: names.map((name) => ({ name })),
  default: names.at(-1)!,
  isOpen: true,
})
const who = openQuestion('player', 'Who are you?', ['Odile', 'Someone else who is there'])
const whatOf = (player = '') =>
  openQuestion('aim', 'What do you want?', [
    player === 'Odile' ? 'To light your lamp' : 'To help Odile light her lamp',
    'To see what happens',
  ])
/** What stories began with. */
const wishes: object[] = []
const tooMuch = { problems: [{ id: 'points', message: 'These are too many.' }] }

describeInBrowser('home', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      beginnings: {
        list: () => offered,
        questions: ({ premise, player }) =>
          premise.includes('Odile') ? [...(player === undefined ? [who] : []), whatOf(player)] : [],
        begin(wish) {
          wishes.push(wish)
          if (!('campaign' in wish)) return { title: 'Mine', opening: wish.premise }
          const { points } = wish.character ?? {}
          if (typeof points === 'object' && points['force'] === 3) return tooMuch
          return { title: wish.campaign === 'salt' ? 'Salt' : 'The Boat' }
        },
      },
    })
  })
  afterAll(() => world.close())

  test('a story is started in a campaign or with a premise, found again with its last words, and continued', async () => {
    const { page, problems } = await open(world.url)
    await page.getByRole('heading', { name: 'Begin a story' }).waitFor()
    const picture = page.locator('.cover img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await page.getByRole('button', { name: /The Boat/ }).click()
    await page.getByRole('heading', { level: 1, name: 'The Boat' }).waitFor()
    await play(page, 'light the torch')
    await page.getByRole('link', { name: 'Home' }).click()
    const card = page.locator('.story-card', { hasText: 'The Boat' })
    await card.getByText('The torch catches.').waitFor()
    expect(await card.locator('img').getAttribute('src')).toContain('/assets/0')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await page.getByRole('alert').getByText('Write your idea first.').waitFor()
    expect(await page.getByLabel('Your idea').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Your idea').fill('A keeper finds a letter.')
    await page.getByText('Write your idea first.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await page.locator('.opening', { hasText: 'A keeper finds a letter.' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await card.getByRole('link').click()
    await narration(page, 'The torch catches.').waitFor()
    expect(problems).toEqual([])
  })

  test('an idea asks who the player is and what they want, which depends on it, and takes other words', async () => {
    const { page, problems } = await open(world.url)
    await page.getByLabel('Your idea').fill('Odile has to light her lamp.')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Before the story begins' })
    await dialog.getByLabel('To help Odile light her lamp').waitFor()
    expect(await dialog.getByLabel('Someone else who is there').isChecked()).toBe(true)
    await dialog.getByLabel('Odile', { exact: true }).check()
    await dialog.getByLabel('To light your lamp').check()
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.locator('.opening', { hasText: 'Odile has to light her lamp.' }).waitFor()
    expect(wishes.at(-1)).toEqual({
      premise: 'Odile has to light her lamp.',
      character: { player: 'Odile', aim: 'To light your lamp' },
    })
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByLabel('Your idea').fill('Odile has to light her lamp.')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await dialog.getByRole('group', { name: 'What do you want?' }).getByLabel('In your own words').fill('to go home')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.locator('.opening', { hasText: 'Odile has to light her lamp.' }).waitFor()
    expect(wishes.at(-1)).toMatchObject({ character: { player: 'Someone else who is there', aim: 'to go home' } })
    expect(problems).toEqual([])
  })

  test('a campaign asks about the character first, and says which answer cannot be used', async () => {
    const { page, problems } = await open(world.url)
    await page.getByRole('button', { name: /^Salt/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Salt: your character' })
    await dialog.getByText('One of the crew.').waitFor()
    await dialog.getByLabel('What is your name?').fill('Ada')
    await dialog.getByLabel('What do you do?').click()
    await page.getByRole('option', { name: 'Cook' }).click()
    await dialog.getByLabel('force').fill('3')
    await dialog.getByText('3 of 3 spent').waitFor()
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await dialog.getByText('These are too many.').waitFor()
    await dialog.getByLabel('force').fill('2')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Salt' }).waitFor()
    expect(wishes.at(-1)).toEqual({
      campaign: 'salt',
      character: { name: 'Ada', class: 'Cook', points: { force: 2 } },
    })
    // The refusal of the first answers is the only error.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })

  test('stories are renamed, tagged, copied, deleted, restored and searched', async () => {
    const session = await world.narratoria.openSession(undefined, { title: 'The Marsh' })
    await session.play('sing a song').result
    await session.close()
    const { page } = await open(world.url)
    const menu = async (title: string, item: RegExp) => {
      await page.getByRole('button', { name: `More about ${title}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('The Marsh', /^Name/)
    await page.getByRole('textbox', { name: 'Name' }).fill('The Fens')
    await page.getByRole('textbox', { name: 'Tags' }).fill('horror, with Ana')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.story-card', { hasText: 'horror, with Ana' }).waitFor()
    await menu('The Fens', /^Duplicate/)
    await page.locator('.story-card', { hasText: 'The Fens (copy)' }).waitFor()
    await menu('The Fens (copy)', /^Delete/)
    await page.locator('.story-card', { hasText: 'The Fens (copy)' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.story-card', { hasText: 'The Fens (copy)' }).waitFor()
    await menu('The Fens (copy)', /^Delete/)
    await page.locator('.story-card', { hasText: 'The Fens (copy)' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Trash (1)' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.locator('.story-card', { hasText: 'The Fens (copy)' }).waitFor()
    await page.getByLabel('Search all stories').fill('lantern gutters')
    await expect.poll(() => page.locator('.found li').count()).toBe(2)
    expect(await page.locator('.found mark').first().textContent()).toBe('lantern')
    await page.locator('.found a', { hasText: 'The Fens (copy)' }).click()
    await narration(page, 'The lantern gutters.').waitFor()
  })

  test('the words of a card are cut between two of them, and the word of the settings ends where the contents do', async () => {
    const session = await world.narratoria.openSession()
    await session.play('sing a song').result
    const narrative = 'Everyone remembers lighthouses, candlesticks, harbourmasters, packetboats, '.repeat(2).trim()
    await session.edit({ narrative })
    const { page } = await open(world.url, { details: false })
    const card = page.locator(`.story-card a[href*="${session.id}"]`)
    const edge = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => element.getBoundingClientRect().right)
    for (const width of [390, 1_280]) {
      await page.goto(world.url)
      await page.setViewportSize({ width, height: 860 })
      await expect.poll(() => card.locator('.story-card-line').textContent()).toMatch(/\p{L}…$/u)
      const shown = (await card.locator('.story-card-line').textContent())!.slice(0, -1)
      expect(narrative.startsWith(shown)).toBe(true)
      expect(narrative.slice(shown.length)).toMatch(/^(?:, | )/)
      expect(Math.abs((await edge('.home-bar .bar-word')) - (await edge('.home-main > *')))).toBeLessThan(1)
      await page.goto(`${world.url}/#/s/${session.id}/state`)
      await page.locator('.details-switch').waitFor()
      expect(Math.abs((await edge('.top-bar .bar-word')) - (await edge('.details-switch')))).toBeLessThan(1)
    }
  })
})
