import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a browser test on a machine without a browser. */
async function runWithout(ci: string): Promise<{ code: number; output: string }> {
  const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
  const args = [vitest, 'run', '--root', root, 'apps/web/test/browser/smoke.test.ts']
  const env = { ...process.env, NARRATORIA_CHROMIUM: '', CI: ci, NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

test('without a browser the tests that need one are skipped with a message', async () => {
  const { code, output } = await runWithout('')
  expect(output).toContain('No browser was found. Install one')
  expect(output).toMatch(/1 skipped/)
  expect(code).toBe(0)
})

test('continuous integration fails without a browser', async () => {
  const { code, output } = await runWithout('true')
  expect(output).toContain('No browser was found. Install one')
  expect(code).toBe(1)
})
