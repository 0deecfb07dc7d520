import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** Loads axe through the debugger, because the content policy forbids other scripts. Repeat it after a page load. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** The violations that axe finds on the current page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(untilStill)
  // Nothing else is looked at, so that axe need not describe what passes.
  const result = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)) as AxeResult
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
}

const looks = [
  { theme: 'light', width: 1280, height: 860 },
  { theme: 'dark', width: 390, height: 844 },
] as const

/** The violations in the light theme on a wide page and in the dark one on a phone. The page follows the theme of the system. */
export async function violationsInEachLook(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { theme, width, height } of looks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height })
    found.push(...(await violations(page)).map((violation) => `${theme}, ${width} pixels: ${violation}`))
  }
  return found
}

/** Lets the page follow the theme of the system, from its next load on. */
export async function followSystemTheme(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const preferences = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...preferences, theme: 'system' }))
  }, 'narratoria.preferences')
  await page.reload()
}

/** Settles when no finite animation runs: the colours of a fading element are mixed. */
export async function untilStill(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isMoving = (animation: Animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity
  for (let still = 0; still < 3;) {
    await nextFrame()
    still = document.getAnimations().some(isMoving) ? 0 : still + 1
  }
}

/** The parts of the frame that overflow, and the clipped entries of the navigation. */
export function sideways(): string[] {
  const frame = [document.documentElement, ...document.querySelectorAll('main, nav, .top-bar')]
  const wide = frame.filter((element) => element.scrollWidth - element.clientWidth > 1)
  const cut = [...document.querySelectorAll('.rail-pill')].filter((pill) => {
    const { left, right } = pill.getBoundingClientRect()
    return left < 0 || right > innerWidth
  })
  return [...wide, ...cut].map((element) => element.outerHTML.slice(0, 80))
}
