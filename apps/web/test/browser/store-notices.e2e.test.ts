import { openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteSessionStore } from '@narratoria/runtime'
import { onTestFinished, test, expect } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { send, narration } from '../support/play.ts'
import { createFolder, openWorld } from '../support/world.ts'

describeInBrowser('a damaged store', ({ open }) => {
  async function damagedFolder(
    turns: number,
    damage: (path: string) => void,
  ): Promise<{ folder: string; sessionId: string }> {
    const folder = await createFolder()
    const path = join(folder, 'sessions.db')
    const store = await openSqliteSessionStore(path)
    const sessionId = await importLongStory({ store }, turns)
    await store.close()
    damage(path)
    return { folder, sessionId }
  }

  test('a recovered store is reported on the page, and the story continues with the recovered turns', async () => {
    const { folder, sessionId } = await damagedFolder(500, (path) => truncateSync(path, statSync(path).size - 40_960))
    const world = await openWorld({}, folder)
    onTestFinished(() => world.close())
    const { page } = await open(`${world.url}/#/s/${sessionId}/narrative`)
    const banner = page.getByRole('alert').filter({ hasText: 'was damaged' })
    await banner.waitFor()
    expect(await banner.textContent()).toContain('its readable turns were recovered')
    expect(await banner.textContent()).not.toContain(folder)
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).not.toEqual([])
    await banner.getByRole('button', { name: 'I have read this' }).click()
    await banner.waitFor({ state: 'detached' })
    await send(page, 'something else')
    await narration(page, 'something else').last().waitFor()
  })

  test('damage found while the store is open is reported at once, and further turns are refused', async () => {
    // So large that it is not checked completely at the start.
    const { folder, sessionId } = await damagedFolder(10_000, (path) => {
      const page = Math.floor((statSync(path).size * 2) / 3 / 4_096) * 4_096
      writeSync(openSync(path, 'r+'), Buffer.alloc(4_096, 0x5a), 0, 4_096, page)
    })
    const world = await openWorld({}, folder)
    onTestFinished(() => world.close())
    expect(world.narratoria.store.notices).toEqual([])
    const { page } = await open(`${world.url}/#/s/${sessionId}/narrative`)
    await page.getByRole('alert').filter({ hasText: 'nothing more is written to it' }).waitFor()
    await send(page, 'something else')
    await page
      .getByText(/damaged/)
      .nth(1)
      .waitFor()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('something else')
    expect(await page.locator('body').textContent()).not.toContain(folder)
  })
})
