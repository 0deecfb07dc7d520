import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { openWebServer } from '@narratoria/web'
import { expect, onTestFinished, test } from 'vitest'
import { HttpAgent } from '@ag-ui/client'

/** A script that narrates, and says that a model did. */
const narrate = `#!/usr/bin/env node
const write = (event) => console.log(JSON.stringify({ version: '0', ...event }))
write({ type: 'ui_event', event: 'model_used', payload: { model: 'fake', promptTokens: 8, completionTokens: 3 } })
write({ type: 'ui_event', event: 'narration', payload: { text: 'The lamp is out.' } })
write({ type: 'done', ok: true })
`

test('a run that asks for it brings the choices that a model adds to its turn, before it ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-choices-'))
  const skill = join(folder, 'skills', 'teller')
  await mkdir(skill, { recursive: true })
  await writeFile(join(skill, 'narrate.mjs'), narrate)
  await chmod(join(skill, 'narrate.mjs'), 0o755)
  const script = { name: 'narrate', path: 'narrate.mjs', description: 'Narrates.', stage: 'narrate' }
  const scripts = [{ ...script, inputSchema: { type: 'object', properties: {} }, triggers: [{ always: true }] }]
  const manifest = { name: 'teller', version: '1.0.0', description: 'Narrates.', scripts }
  await writeFile(join(skill, 'skill.json'), JSON.stringify(manifest))
  const nothing = { finishReason: 'stop' as const, usage: {} }
  const narrator = {
    id: 'fake',
    provider: 'test',
    async complete({ schema }: { schema?: object }) {
      const isChoices = JSON.stringify(schema).includes('"choices"')
      const text = isChoices ? '{"choices":["Light the lamp"]}' : '{"facts":[],"things":[],"people":[]}'
      return { text, ...nothing }
    },
    async *stream() {
      yield { type: 'finish' as const, ...nothing }
    },
  }
  const home = join(folder, 'home')
  const narratoria = await createNarratoria({ skillRoots: [join(folder, 'skills')], home, models: { narrator } })
  const server = await openWebServer({ narratoria })
  onTestFinished(async () => {
    await server.close()
    await narratoria.close()
    await rm(folder, { recursive: true, force: true })
  })
  const agent = new HttpAgent({ url: new URL('/agui', server.url).href, threadId: 'castle' })
  agent.addMessage({ id: 'm1', role: 'user', content: 'look' })
  const seen: unknown[] = []
  const subscriber = {
    onCustomEvent: ({ event }: { event: { name: string; value: unknown } }) => {
      if (event.name === 'narratoria.choices') seen.push(event.value)
    },
  }
  const added = [{ text: 'Light the lamp' }]
  const wish = { forwardedProps: { narratoria: { furtherChoices: true } } }
  const { result } = await agent.runAgent(wish, subscriber)
  expect(seen.at(-1)).toEqual(added)
  expect(result).toMatchObject({ choices: added })

  // Without the wish, the run ends with the turn, and the next one has them.
  seen.length = 0
  agent.addMessage({ id: 'm2', role: 'user', content: 'look' })
  const plain = await agent.runAgent({}, subscriber)
  expect(plain.result).toMatchObject({ choices: [] })
  await expect.poll(async () => (await agent.runAgent({}, subscriber)).result).toMatchObject({ choices: added })
})
