import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { openWebServer } from '@narratoria/web'
import { expect, onTestFinished, test } from 'vitest'
import { startTurnView } from '../../../src/api/apply-turn-event.ts'
import { applyMessage, type SessionModel } from '../../../src/page/story/session-connection.ts'
import { apiClient, openStream } from '../../support/api-client.ts'

/** A script that narrates, and says that a model did. */
const narrate = `#!/usr/bin/env node
const write = (event) => console.log(JSON.stringify({ version: '0', ...event }))
write({ type: 'ui_event', event: 'model_used', payload: { model: 'fake', promptTokens: 8, completionTokens: 3 } })
write({ type: 'ui_event', event: 'narration', payload: { text: 'The lamp is out.' } })
write({ type: 'done', ok: true })
`

test('choices that a model adds to a stored turn are sent, and are there after a reload', async () => {
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
  const url = server.url.replace(/\/(?:\?.*)?$/, '')
  const api = apiClient(url)
  const id = await api.createSession()
  const stream = await openStream(url, id)
  await api.post(`/sessions/${id}/turns`, { prompt: 'look' })
  const messages = await stream.until((message) => message.type === 'choices')
  stream.close()
  const choices = [{ text: 'Light the lamp' }]
  const { turnId, ...sent } = messages.at(-1) as unknown as { turnId: string }
  expect(sent).toMatchObject({ type: 'choices', choices })
  const { body } = await api.get<{ turns: object[] }>(`/sessions/${id}/turns`)
  expect(body.turns.at(-1)).toMatchObject({ turnId, choices })

  // The page shows them with the turn that it played, and with no other.
  const last = startTurnView({ turnId, seq: 1, prompt: 'look' })
  const model = { last } as SessionModel
  expect(applyMessage(model, { type: 'choices', turnId, choices }).last?.choices).toEqual(choices)
  expect(applyMessage(model, { type: 'choices', turnId: 'other', choices })).toBe(model)
})
