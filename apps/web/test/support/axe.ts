import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** Loads axe through the debugger, because the content policy forbids other scripts. Repeat it after a page load. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** The violations that axe finds on the current page, or in a part of it. */
export async function violations(page: Page, { within = 'html', rules = [] as string[] } = {}): Promise<string[]> {
  await page.evaluate(untilStill)
  // Nothing else is looked at, so that axe need not describe what passes.
  const options = { resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) }
  const run = `axe.run(document.querySelector(${JSON.stringify(within)}), ${JSON.stringify(options)})`
  const result = (await page.evaluate(run)) as AxeResult
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
}

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
]
/** A theme changes nothing but colours, so that the other theme is checked for those. Axe cannot judge forced colours. */
const colours = ['color-contrast', 'link-in-text-block']
const looks = [
  ...sizes.map((size) => ({ theme: 'light' as const, size, rules: colours })),
  ...sizes.map((size) => ({ theme: 'dark' as const, size, rules: [] })),
]

/**
 * The violations in every theme and width, of an open dialog or menu, or else of the whole page. The page follows the theme of the system, and
 * is wide and dark afterwards.
 */
export async function violationsInEachLook(page: Page): Promise<string[]> {
  const found: string[] = []
  const inFront = '[role=dialog], [role=menu]'
  const within = (await page.locator(inFront).count()) > 0 ? inFront : 'html'
  for (const { theme, size, rules } of looks) {
    // Otherwise each change of the theme is an animation to wait for.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    const violated = await violations(page, { within, rules })
    found.push(...violated.map((violation) => `${theme}, ${size.width} pixels: ${violation}`))
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

/** Settles when no finite animation runs: the colours of a fading element are mixed. One that follows scrolling has no end of its own. */
export async function untilStill(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isMoving = (animation: Animation) =>
    animation.playState === 'running' &&
    animation.timeline === document.timeline &&
    animation.effect?.getComputedTiming().endTime !== Infinity
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
