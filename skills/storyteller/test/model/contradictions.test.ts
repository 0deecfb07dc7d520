import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeServer } from '@narratoria/models/testing'
import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import narrate from '../../src/narrate.ts'

const world = {
  title: 'Two rooms',
  player: { at: 'hall' },
  places: { hall: { name: 'hall' }, loft: { name: 'loft' } },
  things: { sabre: { name: 'rusty sabre', at: 'loft' }, knife: { name: 'knife', at: 'hall' } },
  people: {
    oleg: { name: 'Oleg', at: 'hall' },
    mara: { name: 'Mara', at: 'loft' },
    pyotr: { name: 'Pyotr', at: 'hall' },
  },
}
const state = { world: { is: { pyotr: { dead: true } } } }

/** Narrates with a server that gives these answers in turn. */
async function narrateBy(...answers: string[]) {
  const asked: JsonObject[] = []
  const answer = (body: JsonObject) => answers[asked.push(body) - 1] ?? ''
  const server = await startFakeServer({ family: 'openai', answer })
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-narrate-'))
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  const path = join(folder, 'world.json')
  await writeFile(path, JSON.stringify({ world }))
  const config = { provider: 'custom', baseUrl: server.baseUrl, model: 'm' }
  const request = {
    campaign: { name: 'Two rooms', path },
    turn: { id: 'turn-1', seq: 1, line: [[0, 1]] as [number, number][] },
    outcomes: { 'act-1': { state: 'completed' as const, summary: 'Oleg nods.' } },
  }
  const { events } = await testTool(narrate, { prompt: 'nod at Oleg' }, { config, state, request })
  const ui = (name: string) =>
    events.flatMap((event) => (event.type === 'ui_event' && event.event === name ? [event.payload as JsonObject] : []))
  const pieces = ui('narration') as { text: string; replace?: boolean }[]
  const shown = pieces.reduce((prose, { text, replace }) => (replace === true ? text : prose + text), '')
  return { asked, shown, marked: ui('narration_contradicts'), used: ui('model_used'), fallbacks: ui('model_fallback') }
}

const truth = 'Oleg nods back at you.'

test.each([
  ['“The ice is thin,” says Mara.', 'Mara is not here'],
  ['Mara whispers that the ice is thin.', 'Mara is not here'],
  ['Mara steps in: “You should not be here.”', 'Mara is not here'],
  ['“Wait!” Mara runs towards you.', 'Mara is not here'],
  ['From above, Mara’s voice rings out.', 'Mara is not here'],
  ['Pyotr opens his eyes. "It comes tonight," Pyotr says.', 'Pyotr is dead'],
  ['You kneel. “Forgive me,” murmurs Pyotr.', 'Pyotr is dead'],
  ['You draw the rusty sabre.', 'rusty sabre is neither here nor carried'],
  ['Oleg nods as you raise the rusty sabre over your head.', 'rusty sabre is neither here nor carried'],
  ['You cut the rope with the rusty sabre.', 'rusty sabre is neither here nor carried'],
])('a narration that contradicts the world is marked, withdrawn and written again: %s', async (lie, reason) => {
  const { asked, shown, marked, used, fallbacks } = await narrateBy(lie, truth)
  expect(marked).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) as string })])
  expect(shown).toBe(truth)
  expect(used).toHaveLength(2)
  expect(fallbacks).toEqual([])
  const messages = asked[1]!.messages as { role: string; content: string }[]
  expect(messages.at(-2)).toEqual({ role: 'assistant', content: lie })
  expect(messages.at(-1)!.content).toContain(reason)
})

test('a model that lies twice is replaced by what happened', async () => {
  const { asked, shown, fallbacks } = await narrateBy('“Hello,” says Mara.', '“I am here,” says Mara.', truth)
  expect(asked).toHaveLength(2)
  expect(shown).toBe('Oleg nods.')
  expect(fallbacks).toEqual([{ reason: 'it contradicted the world twice' }])
})

test('a narration that is true is narrated once', async () => {
  const { asked, shown, marked } = await narrateBy('“Mara is above,” says Oleg. You keep the knife in sight.')
  expect(asked).toHaveLength(1)
  expect(marked).toEqual([])
  expect(shown).toContain('says Oleg')
})
