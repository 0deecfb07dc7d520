import { type WebServer, openWebServer } from '@narratoria/web'
import type { FileChooser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { fakeRecognition, say } from '../support/fake-recognition.ts'
import { activate, chooseEntry, chooseOption, hasFocus, moveTo } from '../support/keyboard.ts'
import { openModelServer } from '../support/model-server.ts'
import { narration } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

const token = 'the-token-of-the-host'

const importButton = (page: Page) => page.getByRole('button', { name: 'Import a file' })

/**
 * Returns a function that opens the file dialog with the keyboard and chooses a file in it. The listener stays, because the
 * driver intercepts a dialog only if one was added before.
 */
function fileChooser(page: Page) {
  let choose: (chooser: FileChooser) => void = () => {}
  page.on('filechooser', (chooser) => choose(chooser))
  return async (name: string, text: string, key: string): Promise<void> => {
    await moveTo(page, importButton(page))
    const chooser = new Promise<FileChooser>((resolve) => (choose = resolve))
    await page.keyboard.press(key)
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
}

describeInBrowser('tasks that are done with the keyboard alone', ({ open }) => {
  let world: World
  let shared: WebServer
  let modelServer: Awaited<ReturnType<typeof openModelServer>>
  beforeAll(async () => {
    modelServer = await openModelServer('tiny')
    world = await openWorld({
      settings: {
        describe: () => ({ planner: 'scenes', model: null, planners: [], models: [] }),
        models: modelServer.models,
      },
    })
    shared = await openWebServer({ narratoria: world.narratoria, token, share: {} })
  })
  afterAll(async () => {
    await shared.close()
    await world.close()
    await modelServer.close()
  })
  const newStory = async (url = world.url) => `${url}/#/s/${(await world.narratoria.openSession()).id}/narrative`

  test('a file is chosen on the first screen, refused, chosen again and its story opened', async () => {
    const session = await world.narratoria.openSession(undefined, { title: 'The Fens' })
    await session.play('sing a song').result
    await session.close()
    const exported = await (await fetch(`${world.url}/api/sessions/${session.id}/export?format=json`)).text()
    const { page } = await open(`${world.url}/#/`)
    const chooseFile = fileChooser(page)
    await chooseFile('nothing.json', '{"not": "a story"}', 'Enter')
    await page.locator('.import [role=alert]', { hasText: /\w/ }).waitFor()
    expect(await hasFocus(importButton(page))).toBe(true)
    await chooseFile('fens.json', exported, 'Space')
    await narration(page, 'The lantern gutters.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('What do you do?'))).toBe(true)
  })

  test('what an import left out is read, and its story opened', async () => {
    const { page } = await open(`${world.url}/#/`)
    const chooseFile = fileChooser(page)
    const chat = [
      { user_name: 'Ada', character_name: 'Orla', chat_metadata: {} },
      { is_user: false, mes: 'Orla waves.' },
      { is_user: false, is_system: true, mes: 'A note.' },
    ]
    await chooseFile('orla.jsonl', chat.map((line) => JSON.stringify(line)).join('\n'), 'Enter')
    await activate(page, page.getByText('What was left out'))
    await page.locator('.import li').first().waitFor()
    await activate(page, page.getByRole('link', { name: 'Open the story' }))
    await narration(page, 'Orla waves.').waitFor()
  })

  test('a person is invited by name and role, the link copied, and the person removed', async () => {
    const { page } = await open(`http://127.0.0.1:${shared.port}/?token=${token}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(await newStory(`http://127.0.0.1:${shared.port}`))
    const more = page.getByRole('button', { name: 'More about this story' })
    await chooseEntry(page, more, 'Play with others')
    const dialog = page.getByRole('dialog', { name: 'Play with others' })
    for (const [label, name] of [
      ['Your name in this story', 'Mina'],
      ['Name of the guest', 'Ada'],
    ] as const) {
      await moveTo(page, dialog.getByRole('textbox', { name: label }))
      await page.keyboard.type(name)
    }
    await chooseOption(page, dialog.getByRole('combobox', { name: 'Role' }), 'Reader')
    const invite = dialog.getByRole('button', { name: 'Invite' })
    await activate(page, invite)
    const link = dialog.getByRole('textbox', { name: 'Invitation link' })
    await link.waitFor()
    expect(await hasFocus(invite)).toBe(true)
    await moveTo(page, link)
    const address = await link.inputValue()
    expect(await link.evaluate((field: HTMLInputElement) => field.selectionEnd! - field.selectionStart!)).toBe(
      address.length,
    )
    await activate(page, dialog.getByRole('button', { name: 'Copy' }))
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await dialog.getByText('Reader · away').waitFor()
    const { page: guest } = await open(address)
    await guest.getByRole('region', { name: 'Story' }).waitFor()
    await activate(page, dialog.getByRole('button', { name: 'Remove Ada' }))
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0)
    await expect.poll(() => hasFocus(dialog.getByRole('list', { name: 'People' }))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(more)).toBe(true)
  })

  test('a model of a server is found, connected, tested, chosen for a role and removed', async () => {
    const { requests, connected, address } = modelServer
    const { page } = await open(await newStory())
    await activate(page, page.getByRole('button', { name: 'Settings' }))
    await activate(page, page.getByRole('button', { name: 'Set up language models' }))
    const dialog = page.getByRole('dialog', { name: 'Language models' })
    /** Activates a button of the dialog, which keeps the focus. */
    const use = async (name: string, key: string) => {
      const button = dialog.getByRole('button', { name })
      const answer = page.waitForResponse((response) => response.url().includes('/api/models'))
      await activate(page, button, key)
      await answer
      await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
      return button
    }
    for (const [name, key] of [
      ['Find models', 'Enter'],
      ['Use tiny', 'Space'],
      ['Test tiny', 'Enter'],
    ] as const)
      expect(await hasFocus(await use(name, key)), name).toBe(true)
    expect(requests).toEqual(['GET /v1/models', 'POST /v1/chat/completions', 'POST /v1/chat/completions'])
    expect(connected).toMatchObject([{ service: 'ollama', model: 'tiny', address }])
    const planner = dialog.getByRole('combobox', { name: 'Plans the turns' })
    await moveTo(page, planner, 'Shift+Tab')
    const roles = async () =>
      ((await (await fetch(`${world.url}/api/models`)).json()) as { roles: Record<string, string> }).roles
    await chooseOption(page, planner, 'No model')
    await expect.poll(roles).toEqual({ narrator: 'ollama', writer: 'ollama' })
    await planner.getByText('No model').waitFor()
    await chooseOption(page, planner, /^tiny/)
    await expect.poll(roles).toEqual({ narrator: 'ollama', writer: 'ollama', planner: 'ollama' })
    await planner.getByText('tiny').waitFor()
    expect(await hasFocus(planner)).toBe(true)
    await use('Remove tiny', 'Enter')
    await dialog.getByText('No language model is set up yet.').waitFor()
    expect(connected).toEqual([])
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Find models' }))).toBe(true)
    await connectByForm(page)
    await expect.poll(() => connected).toMatchObject([{ service: 'ollama', model: 'tiny', address }])
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Set up language models' }))).toBe(true)
  })

  /** Connects the model through the form for any server. */
  async function connectByForm(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Language models' })
    await chooseOption(page, dialog.getByRole('combobox', { name: 'Service' }), 'Ollama')
    for (const [label, text] of [
      ['Address', modelServer.address],
      ['Model', 'tiny'],
    ] as const) {
      await moveTo(page, dialog.getByRole('textbox', { name: label }))
      await page.keyboard.type(text)
    }
    const submit = dialog.getByRole('button', { name: 'Test and use' })
    await activate(page, submit)
    await dialog.getByRole('list', { name: 'Connected models' }).waitFor()
    expect(await hasFocus(submit)).toBe(true)
  }

  test('dictation is started and stopped, and its words are sent', async () => {
    const { page } = await open('about:blank')
    await page.addInitScript(fakeRecognition)
    await page.goto(await newStory())
    const field = page.getByLabel('What do you do?')
    await moveTo(page, field)
    await page.keyboard.type('I')
    const dictate = page.getByRole('button', { name: 'Dictate' })
    const stop = page.getByRole('button', { name: 'Stop dictating' })
    for (const [key, words] of [
      ['Enter', ' light '],
      ['Space', 'the torch'],
    ] as const) {
      await activate(page, dictate, key)
      await stop.waitFor()
      expect(await hasFocus(stop), key).toBe(true)
      await say(page, words)
      await page.keyboard.press(key)
      await dictate.waitFor()
      expect(await hasFocus(dictate), key).toBe(true)
    }
    await expect.poll(() => field.inputValue()).toBe('I light the torch')
    await moveTo(page, field, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('.prompt', { hasText: 'I light the torch' }).waitFor()
  })
})
