import type { Page } from 'playwright-core'

/** Gives a page a speech recognition that hears what the test says. For `addInitScript`. */
export function fakeRecognition(): void {
  class Recognition extends EventTarget {
    start() {
      Object.assign(window, { heard: this })
    }
    stop() {
      ;(this as unknown as { onend: () => void }).onend()
    }
    abort() {}
  }
  Object.assign(window, { SpeechRecognition: Recognition })
}

/** Says words to the started recognition of a page. */
export async function say(page: Page, words: string): Promise<void> {
  await page.evaluate((transcript) => {
    const result = Object.assign([{ transcript }], { isFinal: true })
    const { heard } = window as unknown as { heard: { onresult: (event: object) => void } }
    heard.onresult({ resultIndex: 0, results: [result] })
  }, words)
}
