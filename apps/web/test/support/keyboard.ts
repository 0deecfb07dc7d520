import type { Locator, Page } from 'playwright-core'

export const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)

/** Presses a key until the element has the focus. Throws if it is not reached. */
export async function moveTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(element)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(element)} was not reached with ${key}.`)
}

/** Moves to an element with Tab and activates it. */
export async function activate(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await moveTo(page, element)
  await page.keyboard.press(key)
}

/** Opens a menu with its button, and activates an entry. */
export async function chooseEntry(page: Page, button: Locator, entry: string): Promise<void> {
  await activate(page, button)
  await moveTo(page, page.getByRole('menuitem', { name: entry }), 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Opens a field with options, and chooses one. */
export async function chooseOption(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await activate(page, field, 'Space')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('Home')
  await moveTo(page, page.getByRole('option', { name: option }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}
