import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { play, send, settled, narration } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('narrative screen', ({ open }) => {
  let world: World
  const opening = { text: 'A hall. A door.', choices: [{ text: 'light the torch', hint: 'it is dry' }] }
  beforeAll(async () => void (world = await openWorld({ opening })))
  afterAll(() => world.close())
  const newStory = async () => open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`)

  test('001 §12.2, user story 1: narration is streamed, then the choices are shown as buttons', async () => {
    const { page, problems } = await newStory()
    await page.getByText('A hall. A door.').waitFor()
    const end = join(world.folder, 'end-of-narration')
    await send(page, `narrate 2 until ${end}`)
    await page.locator('.turn-live').getByText('Paragraph 1.').waitFor()
    expect(await page.getByRole('button', { name: 'Stop this turn' }).isVisible()).toBe(true)
    expect(await page.locator('.choices button').count()).toBe(0)
    await writeFile(end, '')
    await settled(page)
    await send(page, 'sing a song')
    await page.getByRole('button', { name: /^Go down/ }).waitFor()
    await settled(page)
    const prose = page.locator('.turn .prose').last()
    expect(await prose.locator('p').allTextContents()).toEqual([
      'The lantern gutters. Somewhere below, water keeps its own slow time.',
      'You are not alone.',
    ])
    await page.getByRole('button', { name: /^Go down/ }).click()
    await narration(page, 'You said: Go down').waitFor()
    expect(problems).toEqual([])
  })

  test('a new story opens with its scene and its choices', async () => {
    const { page } = await newStory()
    await page.getByRole('button', { name: /light the torch/ }).click()
    await page.getByRole('img', { name: 'A lit torch' }).waitFor()
    await narration(page, 'The torch catches.').waitFor()
    const natural = await page
      .getByRole('img', { name: 'A lit torch' })
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(natural).toBe(1)
  })

  test('narration, choices and prompts in a right-to-left script are shown from right to left', async () => {
    const { page } = await newStory()
    await play(page, 'read it from right to left')
    const directions = (selector: string) =>
      page.locator(selector).evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction))
    expect((await directions('.turn:last-of-type .prose p')).slice(-2)).toEqual(['rtl', 'ltr'])
    expect(await directions('.choices button')).toEqual(['rtl', 'ltr'])
    await play(page, 'انظر إلى البحر')
    expect((await directions('.prompt')).slice(-2)).toEqual(['ltr', 'rtl'])
    await page.getByLabel('What do you do?').fill('انظر')
    expect(await directions('#prompt')).toEqual(['rtl'])
  })

  test('an opening of one line is as high as its initial letter', async () => {
    const { id } = await world.narratoria.openSession(undefined, { opening: 'Rain.' })
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    const opening = page.locator('.opening')
    await opening.waitFor()
    const { height, letter } = await opening.evaluate((element) => ({
      height: element.getBoundingClientRect().height - Number.parseFloat(getComputedStyle(element).paddingBlock) * 2,
      letter: Number.parseFloat(getComputedStyle(element.querySelector('p')!, '::first-letter').lineHeight),
    }))
    expect(height).toBeGreaterThanOrEqual(letter)
  })

  test('the prompt field accepts several lines; Enter sends, Shift+Enter does not', async () => {
    const { page } = await newStory()
    const field = page.getByLabel('What do you do?')
    await field.focus()
    const before = (await field.boundingBox())!.height
    await page.keyboard.type('first line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('third line')
    expect((await field.boundingBox())!.height).toBeGreaterThan(before)
    await page.keyboard.press('Enter')
    await narration(page, 'You said: first line second line third line').waitFor()
    await settled(page)
    expect(await field.inputValue()).toBe('')
  })

  test('progress is shown during a turn; a stopped turn returns its prompt to the field', async () => {
    const { page } = await newStory()
    await send(page, 'work for long')
    await narration(page, 'You wait for the tide.').waitFor()
    await page
      .locator('.working')
      .getByText(/at work/)
      .waitFor()
    expect(await page.getByRole('progressbar').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Stop this turn' }).click()
    await page.getByText('You stopped this turn').waitFor()
    await page.getByRole('button', { name: 'Restore the prompt' }).click()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('work for long')
    expect(await page.locator('article').count()).toBe(0)
  })

  test('undo, redo, retry and branch are offered at each turn and delete nothing', async () => {
    const { page } = await newStory()
    for (const prompt of ['step one', 'step two', 'step three']) await play(page, prompt)
    const prompts = () => page.locator('.turn .prompt').allTextContents()
    const turn = (text: string) => page.locator('article', { hasText: text })

    await turn('step three').getByRole('button', { name: 'Undo this turn' }).click()
    await expect.poll(prompts).toEqual(['step one', 'step two'])
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(prompts).toEqual(['step one', 'step two', 'step three'])

    await turn('step two').getByRole('button', { name: 'More about turn 2' }).click()
    await page.getByRole('menuitem', { name: 'Branch: go on from here' }).click()
    await expect.poll(prompts).toEqual(['step one', 'step two'])
    await play(page, 'another third step')
    await page.getByText('Version 2 of 2').waitFor()
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect.poll(prompts).toEqual(['step one', 'step two', 'step three'])

    await turn('step three')
      .getByRole('button', { name: /^Retry/ })
      .click()
    await page.getByText('Version 3 of 3').waitFor()
    await turn('step one').getByRole('button', { name: 'More about turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Undo this turn and the 2 after it' }).click()
    await expect.poll(prompts).toEqual([])
    // One redo restores what one undo took back.
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(prompts).toEqual(['step one', 'step two', 'step three'])
  })

  test('a refused prompt stays in its field, with the reason beside it', async () => {
    const { page } = await newStory()
    const faked = { 'x-test-answer': 'faked' }
    await page.route('**/turns', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, headers: faked, json: { error: { code: 'x', message: 'The disk is full.' } } })
        : route.continue(),
    )
    await send(page, 'precious words')
    await page.locator('#prompt-problem', { hasText: 'The disk is full.' }).waitFor()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('precious words')
    await page.unroute('**/turns')
    await page.route('**/turns', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByLabel('What do you do?').press('Enter')
    await page.locator('#prompt-problem', { hasText: 'cannot be reached' }).waitFor()
    await page.reload()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('precious words')
  })

  test('SC-006: when skills fail the player gets a narrative and a notice', async () => {
    const { page } = await newStory()
    await play(page, 'fail permanently')
    expect((await page.locator('article .prose').last().textContent())!.length).toBeGreaterThan(10)
    await page.getByText(/The screen “Tools” shows what went wrong/).waitFor()
  })

  test('SC-006: when no plan succeeds the player reads what failed, and the story continues', async () => {
    const { page } = await newStory()
    await play(page, 'sing a song')
    await play(page, 'fail whatever is planned')
    const turn = page.locator('article', { hasText: 'fail whatever is planned' })
    expect((await turn.locator('.prose').textContent())!.length).toBeGreaterThan(10)
    const note = turn.locator('.turn-note')
    await note.getByText('Little worked in this turn, so it was narrated in plain words.').waitFor()
    await note.getByRole('listitem').filter({ hasText: 'The rope slipped.' }).first().waitFor()
    // The possible next steps: view the tools, retry, undo, or send another prompt.
    await turn.getByRole('link', { name: 'Tools: what happened in turn 2' }).click()
    await page.getByRole('article', { name: 'stubborn' }).filter({ hasText: 'The rope slipped.' }).waitFor()
    await page.goBack()
    await turn.getByRole('button', { name: /^Retry/ }).click()
    await page.getByText('Version 2 of 2').waitFor()
    await settled(page)
    await page.getByText('Little worked in this turn').waitFor()
    await turn.getByRole('button', { name: 'Undo this turn' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(1)
    await play(page, 'something else')
    await narration(page, 'You said: something else').waitFor()
  })

  test('a long narration shows its end and the number of earlier paragraphs; the finished turn shows all', async () => {
    const { page, problems } = await newStory()
    const shown = join(world.folder, 'shown')
    await send(page, `narrate 10000 until ${shown}`)
    await page.getByText('9800 earlier paragraphs are shown when the turn is over.').waitFor()
    expect(await page.locator('.prose p').count()).toBeLessThan(210)
    await narration(page, 'Paragraph 9999.').waitFor()
    await writeFile(shown, '')
    await settled(page)
    await narration(page, /^Paragraph 0\.$/).waitFor()
    expect(await page.locator('.turn .prose p').count()).toBe(10_000)
    expect(problems).toEqual([])
  })

  test('Markdown is shown as such; HTML in it is text, pictures are words, and links ask first', async () => {
    const { page, problems } = await newStory()
    const asked: string[] = []
    page.on('dialog', (dialog) => void (asked.push(dialog.message()), dialog.dismiss()))
    await play(page, 'write it in Markdown')
    const prose = page.locator('.turn:last-of-type .prose')
    await prose.locator('strong', { hasText: 'door' }).waitFor()
    expect(await prose.locator('em').first().textContent()).toBe('not')
    expect(await prose.locator('blockquote').textContent()).toContain('A quoted line.')
    expect(await prose.locator('li').allTextContents()).toEqual(['a key', 'a coin'])
    expect(await prose.locator('a').count()).toBe(1)
    await prose.locator('a').click()
    expect(asked[0]).toContain('https://example.org/door')
    expect(await prose.locator('img, b, script').count()).toBe(0)
    expect(await prose.textContent()).toContain('<b>bold</b>')
    expect(await prose.textContent()).toContain('a map')
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)
    expect(problems).toEqual([])
  })

  test('the address of an unknown story shows an error and a link to another story', async () => {
    const { page } = await open(`${world.url}/#/s/00000000-0000-0000-0000-000000000000/narrative`)
    await page.getByText('There is no such story').waitFor()
    await page.getByRole('link', { name: 'Open another story' }).click()
    await page.getByText('Begin a story').waitFor()
  })
})
