import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { openWebServer } from '@narratoria/web'
import { onTestFinished } from 'vitest'

/** A script that narrates, and says that a model did. */
const narrate = `#!/usr/bin/env node
const write = (event) => console.log(JSON.stringify({ version: '0', ...event }))
write({ type: 'ui_event', event: 'model_used', payload: { model: 'fake', promptTokens: 8, completionTokens: 3 } })
write({ type: 'ui_event', event: 'narration', payload: { text: 'The lamp is out.' } })
write({ type: 'done', ok: true })
`

/** Opens a server whose turns end with the choice "Light the lamp" of a model, until the test ends. Returns its address. */
export async function openChoicesHost(): Promise<string> {
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
  return server.url
}
