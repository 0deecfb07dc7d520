import type { Page } from 'playwright-core'

/** A video of 1.5 s in deep purple, recorded by the browser, as base64. */
export function recordFilm(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => void parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    const end = performance.now() + 1_500
    // One pixel in a corner changes, so that there is something to record.
    while (performance.now() < end) {
      context.fillStyle = '#673ab7'
      context.fillRect(0, 0, 64, 64)
      context.fillStyle = `hsl(${performance.now() % 360} 50% 50%)`
      context.fillRect(0, 0, 4, 4)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
}
