import { createRequire } from 'node:module'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'

/** Bundles the built package as one script with the global name `protocol`. */
async function bundleProtocol(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@narratoria/protocol')
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, name: 'protocol', formats: ['iife'] } },
  })
  const [bundle] = output as Rollup.RollupOutput[]
  return bundle!.output[0].code
}

describeInBrowser('the protocol package', ({ open }) => {
  test('001 §3, 001 §4.2: reads, refuses and merges what a tool wrote, bundled into a page', async () => {
    const { page, problems } = await open('about:blank')
    await page.addScriptTag({ content: await bundleProtocol() })
    const seen = await page.evaluate(`(() => {
      const events = []
      const reader = new protocol.EventReader((event) => events.push(event))
      reader.write(new TextEncoder().encode('{"version":"0","type":"state_patch","patch":{"a":{"b":null}}}\\n'))
      reader.end()
      let code
      try { protocol.parseEvent('{"version":"1","type":"log"}') } catch (error) {
        code = protocol.ProtocolError.isInstance(error) && error.code
      }
      const plan = { requestId: crypto.randomUUID?.() ?? '00000000-0000-4000-8000-000000000000', tools: [{}] }
      return {
        types: events.map(({ type }) => type),
        state: protocol.mergePatch({ a: { b: 1, c: 2 } }, events[0].patch),
        code,
        plan: protocol.listIssues(protocol.Plan, plan).map(({ path }) => path),
        node: typeof process,
      }
    })()`)
    expect(seen).toMatchObject({
      types: ['state_patch'],
      state: { a: { c: 2 } },
      code: 'unsupported_version',
      node: 'undefined',
    })
    expect((seen as { plan: string[] }).plan).not.toEqual([])
    expect(problems).toEqual([])
  })
})
