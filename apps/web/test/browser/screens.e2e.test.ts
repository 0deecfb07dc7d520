import { type DynamicScheme, Hct, SchemeTonalSpot, argbFromHex, hexFromArgb } from '@material/material-color-utilities'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SettingField, SkillDetail } from '../../src/api/skill-resources.ts'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play, send, settled } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('tools, assets, state, skills and settings', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const newStory = async () => open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`)

  test('001 §12.2: a slow tool shows its progress, its log and its time while it runs', async () => {
    const { page } = await newStory()
    await send(page, 'work all day')
    await goTo(page, 'Tools')
    const card = page.getByRole('article', { name: 'slow' })
    await card.getByText('Digging').waitFor()
    const bar = card.getByRole('progressbar')
    const values = new Set<string | null>()
    await expect
      .poll(async () => values.add(await bar.getAttribute('aria-valuenow', { timeout: 500 }).catch(() => null)).size, {
        interval: 60,
      })
      .toBeGreaterThan(3)
    expect(await card.locator('.status-chip').textContent()).toBe('Running')
    await card.getByText('Completed').waitFor()
    expect(await card.locator('.log p').count()).toBe(10)
  })

  test('the plan is a graph that shows the progress of each tool', async () => {
    const { page } = await newStory()
    await send(page, 'work together')
    await goTo(page, 'Tools')
    await page.getByRole('button', { name: 'first Running' }).waitFor()
    await page.getByRole('button', { name: /^last (Waiting|Not started)/ }).waitFor()
    await page.getByRole('button', { name: 'first Completed' }).waitFor()
    await page.getByRole('button', { name: 'last Completed' }).waitFor()
    expect(await page.locator('.graph-edge-completed').count()).toBe(2)
    await page.getByRole('button', { name: 'second Completed' }).press('Enter')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('second')
    const hidden = () => page.locator('.graph').evaluate((graph) => graph.scrollWidth - graph.clientWidth)
    const isBelow = async () => {
      const [first, last] = await Promise.all(
        ['first', 'last'].map((name) => page.getByRole('button', { name: `${name} Completed` }).boundingBox()),
      )
      return last!.y >= first!.y + first!.height
    }
    expect([await hidden(), await isBelow()]).toEqual([0, false])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(async () => [await hidden(), await isBelow()]).toEqual([0, true])
  })

  test('attempts, errors with their context, and an abandoned plan are shown', async () => {
    const { page } = await newStory()
    await play(page, 'try twice')
    await goTo(page, 'Tools')
    const climb = page.getByRole('article', { name: 'climb' })
    await climb.getByText('Attempt 1: ').waitFor()
    expect(await climb.getByRole('list', { name: 'Attempts' }).locator('li').allTextContents()).toEqual([
      expect.stringMatching(/^Attempt 1: .*after/),
      expect.stringMatching(/^Attempt 2: succeeded after .*exit code 0$/),
    ])
    await climb.getByText('The rope slipped.').first().waitFor()
    await page.goBack()
    await play(page, 'fail permanently')
    await goTo(page, 'Tools')
    await page.getByText(/Given up \(tool_failure\)/).waitFor()
    const doomed = page.getByRole('article', { name: 'doomed' })
    expect(await doomed.getByRole('list', { name: 'Errors' }).locator('li').first().textContent()).toBe(
      'NOT_YET The rope slipped. attempt 1 {"retryable":true}',
    )
    expect(await doomed.locator('.status-chip').textContent()).toBe('Failed')
    await doomed.getByText('Input and standard error').click()
    await doomed.getByText('the rope is rotten').first().waitFor()
    expect(await page.getByRole('article', { name: 'after' }).locator('.status-chip').textContent()).toBe('Skipped')
  })

  test('an earlier turn links to its tools', async () => {
    const { page } = await newStory()
    await play(page, 'light the torch')
    await play(page, 'something else')
    await page.getByRole('button', { name: 'More about turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Tools: what happened in turn 1' }).click()
    await page.getByText('Striking a flint').waitFor()
    await page.getByRole('link', { name: 'To the newest turn' }).click()
    await page.getByRole('article', { name: 'echo' }).waitFor()
  })

  test('001 §12.2: assets are shown, played, or replaced by a placeholder with their details', async () => {
    const { page } = await newStory()
    await play(page, 'show everything')
    await page.getByText('open_map').waitFor()
    await page.getByText('open_map').click()
    await page.getByText('"The Fens"').waitFor()
    await page.getByLabel('Rolled 2d6+3: 12').waitFor()
    await goTo(page, 'Assets')
    const card = (title: string) => page.locator('figure', { hasText: title })
    await card('A picture').getByRole('img').waitFor()
    expect(await card('A sound').locator('audio').getAttribute('controls')).not.toBeNull()
    await expect
      .poll(() =>
        card('A sound')
          .locator('audio')
          .evaluate((audio: HTMLAudioElement) => audio.duration),
      )
      .toBeCloseTo(0.1)
    // An empty video cannot be played: a message says so, and the file can be downloaded.
    await card('A film').getByText('This file cannot be shown.').waitFor()
    await card('A chest').getByText('Files of the type model/gltf-binary are not shown here.').waitFor()
    expect(await card('A chest').getByRole('link').getAttribute('href')).toMatch(/assets\/3$/)
    await card('A chest').getByText('chest.glb', { exact: true }).waitFor()
    await card('note.html').getByText('Files of the type text/html are not shown here.').waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'injected') as unknown)).toBeUndefined()
  })

  test('001 §12.2: the state is a tree with what the last turn changed, by whom, and as JSON', async () => {
    const { page } = await newStory()
    await play(page, 'light the torch')
    await play(page, 'drop the torch')
    await goTo(page, 'State')
    await page.getByText('The last turn changed 3 values.').waitFor()
    const lit = page.locator('.tree-line', { hasText: 'lit' })
    expect(await lit.getAttribute('class')).toContain('tree-changed')
    expect(await lit.textContent()).toContain('changed by drop, was true')
    expect(await page.locator('.tree-line', { hasText: 'left' }).getAttribute('class')).not.toContain('tree-changed')
    await page.getByRole('region', { name: 'Removed by this turn' }).getByText('room').waitFor()

    await page.getByRole('button', { name: 'Who wrote torch/left?' }).click()
    await page.getByRole('dialog').getByText('actor / act').waitFor()
    await page.getByRole('dialog').getByText('light the torch').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'torch', exact: true }).click()
    await lit.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'JSON' }).click()
    expect(JSON.parse((await page.getByLabel('The state as JSON').textContent())!)).toEqual({
      torch: { lit: false, left: 60 },
      hands: 'empty',
    })
  })

  test('001 §12.2: the state follows each change of a turn, and is restored when the turn is stopped', async () => {
    const { page } = await newStory()
    await play(page, 'light the torch')
    await send(page, 'build a hall')
    await goTo(page, 'State')
    await page.getByText('This turn has changed 3 values so far.').waitFor()
    const lit = page.locator('.tree-line', { hasText: 'lit' })
    expect(await lit.textContent()).toContain('added by lighter')
    expect(await lit.getAttribute('class')).toContain('tree-changed')
    await page.getByRole('region', { name: 'Removed by this turn' }).getByText('torch').waitFor()
    await page.getByRole('tab', { name: 'JSON' }).click()
    expect(JSON.parse((await page.getByLabel('The state as JSON').textContent())!)).toEqual({
      room: { dark: false },
      hall: { lamps: { lit: 2 }, door: 'open' },
    })
    await page.getByRole('tab', { name: 'Tree' }).click()
    await page.request.delete(page.url().replace(/#\/s\/([^/]+).*/, 'api/sessions/$1/turns/current'))
    await page.getByText('The last turn changed 3 values.').waitFor()
    await page.locator('.tree-line', { hasText: 'torch' }).waitFor()
    expect(await page.locator('.tree-line', { hasText: 'hall' }).count()).toBe(0)
  })

  test('FR-036…FR-041, FR-044, 002 US2.2: a skill is configured in a form; secrets are masked; errors are shown beside their fields', async () => {
    const { page } = await newStory()
    await goTo(page, 'Skills')
    await page.getByRole('link', { name: /Actor/ }).click()
    const key = page.getByLabel('API key', { exact: true })
    expect(await key.getAttribute('type')).toBe('password')
    await key.fill('short')
    await page.getByLabel('Temperature').fill('9')
    await page.getByLabel('Sentences').fill('three')
    await page.getByRole('button', { name: 'Save' }).click()
    for (const name of ['API key', 'Temperature', 'Sentences']) {
      const field = page.getByLabel(name, { exact: true })
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
      const help = await field.getAttribute('aria-describedby')
      expect((await page.locator(`[id="${help}"]`).textContent())!.length).toBeGreaterThan(5)
    }
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('setting-apiKey')
    await key.fill('sk-a-long-enough-key')
    await page.getByLabel('Temperature').fill('1.2')
    await page.getByLabel('Sentences').fill('3')
    await page.getByLabel('Style').click()
    await page.getByRole('option', { name: 'poetic' }).click()
    await page.getByLabel('Remember what was said').click()
    await page.getByLabel('Words to avoid').fill('suddenly\nvery')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The next turn uses the new settings.').waitFor()
    expect(JSON.parse(await readFile(join(world.folder, 'home/skill-data/actor/config.json'), 'utf8'))).toEqual({
      apiKey: 'sk-a-long-enough-key',
      temperature: 1.2,
      sentences: 3,
      style: 'poetic',
      remember: false,
      avoid: ['suddenly', 'very'],
    })
    await page.reload()
    await page.getByLabel('API key', { exact: true }).waitFor()
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel('API key', { exact: true }).getAttribute('placeholder')).toContain('Set')
    expect(await page.content()).not.toContain('sk-a-long-enough-key')
    expect(await page.getByLabel('Temperature').inputValue()).toBe('1.2')
  })

  test.each(['storyteller', 'memory', 'reputation', 'dice-roller'])(
    'SC-003, 002 US2.1, 002 US2.2: all settings of the shipped skill %s are set in one form',
    async (name) => {
      const folder = join(world.folder, 'skills', name)
      await cp(new URL(`../../../../skills/${name}`, import.meta.url), folder, {
        recursive: true,
        filter: (path) => !/node_modules|config\.json$/.test(path),
      })
      await expect.poll(() => world.narratoria.skills.list().map((skill) => skill.name)).toContain(name)
      const { page } = await newStory()
      await goTo(page, 'Skills')
      await page.locator(`.skill-line a[href$="/skills/${name}"]`).click()
      await page.getByRole('button', { name: 'Save' }).waitFor()
      const { settings } = (await (await page.request.get(`${world.url}/api/skills/${name}`)).json()) as SkillDetail
      const fields = settings.flatMap((group) => group.fields)
      const wanted: Record<string, unknown> = {}
      for (const field of fields) wanted[field.name] = await answer(page, field)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. The next turn uses the new settings.').waitFor()
      const saved = join(world.folder, 'home/skill-data', name, 'config.json')
      expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual(wanted)
      // At ten seconds for each answer the form takes less than the two minutes allowed.
      expect(fields.length).toBeLessThan(12)
    },
  )

  test('FR-037: a skill is disabled and enabled, its health is shown, and its prompt can be read', async () => {
    const { page } = await newStory()
    await goTo(page, 'Skills')
    await page.getByRole('link', { name: /Actor/ }).click()
    const healthy = page.getByRole('article', { name: 'Actor' }).getByText('Healthy')
    await healthy.waitFor()
    const used = page.getByRole('listitem').getByRole('switch', { name: 'Actor is used' })
    await used.click()
    await page.getByRole('listitem').getByText('Switched off').waitFor()
    await healthy.waitFor({ state: 'detached' })
    expect(world.narratoria.skills.isEnabled('actor')).toBe(false)
    await used.click()
    await healthy.waitFor()
    expect(await page.getByRole('listitem').getByText('Healthy').count()).toBe(0)
    expect(await page.getByLabel('Prompt of this skill').textContent()).toContain('Act **as told**. <script>')
  })

  test('on a wide page the open skill is marked in the list and in sight, and its panel has the same switch', async () => {
    const { page } = await newStory()
    await goTo(page, 'Skills')
    const last = await page.locator('.skill-line a').last().getAttribute('href')
    await page.setViewportSize({ width: 1_280, height: 320 })
    await page.evaluate((hash) => (location.hash = hash!), last)
    const row = page.locator('.skill-line', { has: page.locator('[aria-current]') })
    await expect.poll(() => row.locator('a').getAttribute('href')).toBe(last)
    await expect
      .poll(() =>
        row.evaluate((line) => {
          const { top, bottom } = line.getBoundingClientRect()
          const view = line.closest('main')!.getBoundingClientRect()
          return top >= view.top && bottom <= view.bottom
        }),
      )
      .toBe(true)
    const backgrounds = await page
      .locator('.skill-line')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).backgroundColor))
    expect(backgrounds.indexOf(backgrounds.at(-1)!)).toBe(backgrounds.length - 1)
    const [inPanel, inList] = [page.locator('.skill-detail').getByRole('switch').first(), row.getByRole('switch')]
    for (const isUsed of [false, true]) {
      await inPanel.click()
      await expect.poll(() => inList.isChecked()).toBe(isUsed)
      await inList.click()
      await expect.poll(() => inPanel.isChecked()).toBe(!isUsed)
      await inList.click()
      await expect.poll(() => inPanel.isChecked()).toBe(isUsed)
    }
  })

  test('text in a form stays while the form is saved and while the server cannot be reached', async () => {
    const { page } = await newStory()
    await goTo(page, 'Skills')
    await page.getByRole('link', { name: /Actor/ }).click()
    const temperature = page.getByLabel('Temperature')
    let answer!: () => void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/config', async (route) => {
      await held
      return route.continue()
    })
    await page.getByLabel('Sentences').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await temperature.fill('0.25')
    answer()
    await page.getByText('Saved. The next turn uses the new settings.').waitFor()
    expect(await temperature.inputValue()).toBe('0.25')
    await page.route(/\/api\/skills(\/actor)?$/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    const used = page.getByRole('listitem').getByLabel('Actor is used')
    await used.click()
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'cannot be reached' }).count()).toBe(2)
    expect(await temperature.inputValue()).toBe('0.25')
    await page.unroute(/\/api\/skills(\/actor)?$/)
    for (const part of ['.skill-list', '.skill-detail']) {
      const again = page.locator(part).getByRole('button', { name: 'Try again' })
      // A delayed notice about changed skills reloads them, too.
      await again.click({ timeout: 2_000 }).catch(async (error: unknown) => {
        if ((await again.count()) > 0) throw error
      })
      await again.waitFor({ state: 'detached' })
    }
    await page.getByText('Switched off').nth(1).waitFor()
    expect(await temperature.inputValue()).toBe('0.25')
    await used.click()
    await page.getByText('Switched off').first().waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Actor' }).getByText('Healthy').waitFor()
  })

  test('the theme is stored; planner and model are shown', async () => {
    const { page } = await newStory()
    const background = () => page.evaluate(() => getComputedStyle(document.querySelector('.shell')!).backgroundColor)
    const dark = await background()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByText('Chosen when the server was started.').first().waitFor()
    await page.getByLabel('Theme').click()
    await page.getByRole('option', { name: 'Light' }).click()
    await expect.poll(background).not.toBe(dark)
    const light = await background()
    await page.reload()
    await page.getByLabel('What do you do?').waitFor()
    expect(await background()).toBe(light)
  })

  test('001 §12.1, 001 §12.4: Material Design 3 with a dark theme by default, and every colour derived from deep purple', async () => {
    // Deep purple 500 of the Material palette. The library derives the other colours from it.
    const scheme = new SchemeTonalSpot(Hct.fromInt(argbFromHex('#673ab7')), true, 0) as unknown as DynamicScheme
    const hex = (argb: number) => hexFromArgb(argb)
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`, { colorScheme: 'light' })
    await page.getByLabel('What do you do?').waitFor()
    const shown = await page.evaluate(() => {
      const root = getComputedStyle(document.documentElement)
      const role = (name: string) => root.getPropertyValue(`--md-${name}`).trim()
      return { dark: root.colorScheme, primary: role('primary'), surface: role('surface'), tertiary: role('tertiary') }
    })
    expect(shown).toEqual({
      dark: 'dark',
      primary: hex(scheme.primary),
      surface: hex(scheme.surface),
      tertiary: hex(scheme.tertiary),
    })
    await send(page, 'a purple prompt')
    const prompt = page.locator('.turn .prompt')
    const colour = await prompt.evaluate((element) => getComputedStyle(element).color)
    const [red, green, blue] = [16, 8, 0].map((shift) => (scheme.primary >> shift) & 255)
    expect(colour).toBe(`rgb(${red}, ${green}, ${blue})`)
    await settled(page)
  })

  test('a typed prompt stays when another screen is opened', async () => {
    const { page } = await newStory()
    await page.getByLabel('What do you do?').fill('half a thought')
    await goTo(page, 'State')
    await page.goBack()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('half a thought')
    await settled(page)
  })
})

/** Changes one setting and returns the value that must be saved. */
async function answer(page: Page, { name, label, kind, ...field }: SettingField): Promise<unknown> {
  const input = page.getByLabel(label, { exact: true })
  if (kind === 'toggle') {
    await input.click()
    return !field.default
  }
  if (kind === 'enum') {
    const option = field.options!.at(-1) === field.default ? field.options![0]! : field.options!.at(-1)!
    await input.click()
    const shown = field.optionLabels?.[field.options!.indexOf(option)] ?? option
    await page.getByRole('option', { name: shown, exact: true }).click()
    return option
  }
  if (kind === 'number' || kind === 'integer') {
    const value = field.default === field.maximum ? field.minimum! : field.maximum!
    await input.fill(String(value))
    return value
  }
  const text = { baseUrl: 'http://127.0.0.1:8080/v1', ollamaUrl: 'http://127.0.0.1:9', defaultFormula: '3d6' }[name]
  await input.fill(text ?? 'some words')
  return kind === 'list' ? ['some words'] : (text ?? 'some words')
}
