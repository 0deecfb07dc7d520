import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeServer } from '@narratoria/models/testing'
import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import narrate from '../../src/narrate.ts'

const world = { title: 'Hall', player: { at: 'hall' }, places: { hall: { name: 'hall' } }, things: {}, people: {} }
const constraints = ['There is no magic.', 'The grandmother is not met.']

/** Narrates in a campaign with limits. The server gives the narrations and the results of the checks in turn. */
async function narrateBy({
  narrations,
  checks,
  config = {},
}: {
  narrations: string[]
  checks: string[]
  config?: JsonObject
}) {
  const asked: { narrations: JsonObject[]; checks: JsonObject[] } = { narrations: [], checks: [] }
  const answer = (body: JsonObject) => {
    const kind = JSON.stringify(body).includes('You check the narration') ? 'checks' : 'narrations'
    const answers = kind === 'checks' ? checks : narrations
    return answers[asked[kind].push(body) - 1] ?? ''
  }
  const server = await startFakeServer({ family: 'openai', answer })
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-limits-'))
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  const path = join(folder, 'world.json')
  await writeFile(path, JSON.stringify({ world, notes: { constraints } }))
  const { events, ok } = await testTool(
    narrate,
    { prompt: 'look' },
    {
      config: { provider: 'custom', baseUrl: server.baseUrl, model: 'm', ...config },
      request: {
        campaign: { name: 'Hall', path },
        outcomes: { act: { state: 'completed' as const, summary: 'The hall is empty.' } },
      },
    },
  )
  expect(ok).toBe(true)
  const ui = (name: string) =>
    events.flatMap((event) => (event.type === 'ui_event' && event.event === name ? [event.payload as JsonObject] : []))
  const pieces = ui('narration') as { text: string; replace?: boolean }[]
  const shown = pieces.reduce((prose, { text, replace }) => (replace === true ? text : prose + text), '')
  return { asked, shown, marked: ui('narration_contradicts'), fallbacks: ui('model_fallback'), used: ui('model_used') }
}

const spell = 'A word from you, and the candles float.'
const plain = 'The hall is empty, and cold.'

test('§16: a narration that breaks a limit of the campaign is withdrawn and written again', async () => {
  const { asked, shown, marked, used } = await narrateBy({
    narrations: [spell, plain],
    checks: ['{"broken":[1]}', '{"broken":[]}'],
  })
  expect(shown).toBe(plain)
  expect(marked).toEqual([{ sentence: spell, reason: 'breaks the limit "There is no magic."' }])
  expect(JSON.stringify(asked.narrations[1])).toContain('There is no magic.')
  expect(JSON.stringify(asked.checks[0])).toContain('the candles float')
  expect(JSON.stringify(asked.checks[0])).toContain('2. The grandmother is not met.')
  expect(used).toHaveLength(4)
})

test('one that breaks a limit twice is replaced by the built-in narrator', async () => {
  const { shown, fallbacks } = await narrateBy({
    narrations: [spell, spell],
    checks: ['{"broken":[1]}', '{"broken":[1]}'],
  })
  expect(shown).toBe('The hall is empty.')
  expect(fallbacks).toEqual([{ reason: expect.stringContaining('twice') }])
})

test.each(['no JSON', '{"broken":"all"}', '{"broken":[7]}', ''])(
  'a check that gives %j withdraws nothing',
  async (check) => {
    const { shown, asked, marked } = await narrateBy({ narrations: [plain], checks: [check] })
    expect(shown).toBe(plain)
    expect(marked).toEqual([])
    expect(asked.narrations).toHaveLength(1)
  },
)
