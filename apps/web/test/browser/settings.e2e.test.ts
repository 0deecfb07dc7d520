import { StubPlanner } from '@narratoria/planner'
import type { Narratoria } from '@narratoria/runtime'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type HostSettings, WebError } from '@narratoria/web'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play, send, settled, narration } from '../support/play.ts'
import { ScenePlanner } from '../support/scene-planner.ts'
import { type World, createFolder, openHost, openWorld } from '../support/world.ts'

/** Settings with two planners, scenes and rules, and two models, one of which fails to load. */
class ChosenHosts implements HostSettings {
  readonly released: Narratoria[] = []
  /** Delays the opening of the next host. */
  gate: Promise<void> = Promise.resolve()
  #folder: string
  #planner = 'scenes'
  #model: string | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  describe() {
    return {
      planner: this.#planner,
      model: this.#model,
      planners: [
        { id: 'scenes', label: 'Scenes' },
        { id: 'stub', label: 'Rules' },
      ],
      models: [
        { id: 'good', label: 'A good model' },
        { id: 'broken', label: 'A broken model' },
      ],
    }
  }

  async change({ planner = this.#planner, model = this.#model }: { planner?: string; model?: string | null }) {
    await this.gate
    const message = 'The file of this model is damaged.'
    if (model === 'broken')
      throw new WebError('invalid_request', message, { status: 422, issues: [{ field: 'model', message }] })
    const host = await openHost(this.#folder, planner === 'stub' ? new StubPlanner() : new ScenePlanner())
    this.#planner = planner
    this.#model = model
    return host
  }

  async release(host: Narratoria) {
    this.released.push(host)
    await host.close()
  }
}

/** Opens the settings and selects an option. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function closeSettings(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describeInBrowser('planner and model', ({ open }) => {
  let world: World
  let settings: ChosenHosts
  beforeEach(async () => {
    const folder = await createFolder()
    settings = new ChosenHosts(folder)
    world = await openWorld({ settings }, folder)
  })
  afterEach(() => world.close())

  test('are changed in the settings and used by the next turn; a refused choice is reported beside its field', async () => {
    const { id } = await world.narratoria.openSession()
    const { page, problems } = await open(`${world.url}/#/s/${id}/narrative`)
    const planned = async (by: string) => {
      await goTo(page, 'Tools')
      await page.getByText(new RegExp(`^Made by ${by} ·`)).waitFor()
      await page.goBack()
      await page.getByLabel('What do you do?').waitFor()
    }
    await play(page, 'sing a song')
    await planned('scenes')

    await choose(page, 'Turns are planned by', 'Rules')
    await page.getByRole('combobox', { name: 'Turns are planned by' }).getByText('Rules').waitFor()
    await closeSettings(page)
    await play(page, 'look around')
    await planned('the built-in planner')
    // The previous host is closed; the story and its connection stay.
    expect(settings.released).toEqual([world.narratoria])
    expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['sing a song', 'look around'])

    await choose(page, 'Language model', 'A broken model')
    const model = page.getByRole('combobox', { name: 'Language model' })
    await page.getByRole('alert').filter({ hasText: 'The file of this model is damaged.' }).waitFor()
    expect(await model.getAttribute('aria-invalid')).toBe('true')
    expect(await model.textContent()).toContain('None')
    await model.click()
    await page.getByRole('option', { name: 'A good model' }).click()
    await model.getByText('A good model').waitFor()
    await expect.poll(() => model.getAttribute('aria-invalid')).not.toBe('true')
    await page.reload()
    await page.getByRole('button', { name: 'Settings' }).click()
    await model.getByText('A good model').waitFor()
    // The refusal is the only problem that the browser logs.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })

  test('a turn that starts while another planner is opened is played to its end', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    let openGate = () => {}
    settings.gate = new Promise((resolve) => (openGate = resolve))
    onTestFinished(() => openGate())
    await choose(page, 'Turns are planned by', 'Rules')
    await page.getByRole('progressbar', { name: 'The planner is being changed' }).waitFor()
    await closeSettings(page)
    await send(page, 'work slowly')
    await narration(page, 'You begin to dig.').waitFor()
    openGate()
    await narration(page, 'The chest is here.').waitFor()
    await settled(page)
    await play(page, 'work slowly, said to rules')
    await narration(page, 'Nothing in this story answers to that.').waitFor()
  })

  test('cannot be changed during a turn, and the reason is shown', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await send(page, 'work for long')
    await narration(page, 'You wait for the tide.').waitFor()
    await choose(page, 'Turns are planned by', 'Rules')
    await page.getByRole('alert').filter({ hasText: 'A turn is being played' }).waitFor()
    await closeSettings(page)
    await page.getByRole('button', { name: 'Stop this turn' }).click()
    await page.getByText('You stopped this turn').waitFor()
  })

  test('one dialog is open at a time: that of the models hides the settings, which come back with the focus', async () => {
    const { id } = await world.narratoria.openSession()
    const { page, problems } = await open(`${world.url}/#/s/${id}/narrative`)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const setUp = page.getByRole('button', { name: 'Set up language models' })
    await setUp.click()
    await page.getByRole('dialog', { name: 'Language models' }).waitFor()
    const shown = () => page.locator('[role=dialog]').filter({ visible: true }).count()
    expect(await shown()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    expect(await shown()).toBe(1)
    expect(await setUp.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })
})
