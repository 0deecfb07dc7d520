import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { narration, play, settled } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('editing', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())

  test('a turn is edited, its texts are swiped through, and the story is continued', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await play(page, 'sing a song')
    await page.getByRole('button', { name: 'Edit the text' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit this turn' })
    await dialog.getByLabel('Your words').fill('I hum')
    await dialog.getByLabel('Narration').fill('Silence.\n\nThen a step.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await narration(page, 'Then a step.').waitFor()
    expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['I hum'])
    expect(await page.locator('.alternatives').textContent()).toBe('Version 2 of 2')
    await page.getByRole('button', { name: 'Previous version' }).click()
    await narration(page, 'The lantern gutters.').waitFor()
    await page.getByRole('button', { name: 'Next version' }).click()
    await narration(page, 'Then a step.').waitFor()
    await page.getByRole('button', { name: 'Continue without an act' }).click()
    await page.getByRole('article', { name: 'Turn 2' }).waitFor()
    await settled(page)
    expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['I hum'])
    // An earlier turn is edited in its menu.
    await page.getByRole('button', { name: 'More about turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Edit the text' }).click()
    await page.getByRole('dialog').getByLabel('Narration').fill('Nothing stirs.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await narration(page, 'Nothing stirs.').waitFor()
    await page.reload()
    await narration(page, 'Nothing stirs.').waitFor()
  })

  test('the notes of a story are edited', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    const dialog = page.getByRole('dialog', { name: 'Notes for the narrator' })
    const notes = page.getByRole('button', { name: 'Notes for the narrator' })
    await notes.click()
    await dialog.getByLabel('Your character').fill('Ada')
    await dialog.getByLabel('What is always true').fill('It is winter.\n\nOleg lies.')
    await dialog.getByLabel('For the next turns').fill('Let it snow.')
    await dialog.getByLabel('Turns before the present one').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const session = await world.narratoria.openSession(id)
    expect(await session.notes()).toEqual({
      persona: 'Ada',
      pinned: ['It is winter.', 'Oleg lies.'],
      note: { text: 'Let it snow.', depth: 2 },
    })
    await notes.click()
    await expect.poll(() => dialog.getByLabel('What is always true').inputValue()).toBe('It is winter.\nOleg lies.')
  })
})
