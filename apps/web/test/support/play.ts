import type { Locator, Page } from 'playwright-core'

/** Types a prompt and sends it. */
export async function send(page: Page, prompt: string): Promise<void> {
  const field = page.getByLabel('What do you do?')
  await field.fill(prompt)
  await field.press('Enter')
}

/** Waits until no turn is being played and the last one is shown as stored. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.locator('.turn-live').waitFor({ state: 'detached' })
}

/** Plays a whole turn. */
export async function play(page: Page, prompt: string): Promise<void> {
  await send(page, prompt)
  await page.locator('.prompt', { hasText: prompt }).last().waitFor()
  await settled(page)
}

/** Opens a screen through the navigation, and waits until it is shown. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: screen }).click()
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
  await page.getByText('Opening …').waitFor({ state: 'detached' })
}

/** A paragraph of the story, not the same text in the live region. */
export function narration(page: Page, text: string | RegExp): Locator {
  return page.locator('.prose p', { hasText: text })
}
