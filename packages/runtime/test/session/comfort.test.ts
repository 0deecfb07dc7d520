import { join } from 'node:path'
import { defineTool, ToolError } from '@narratoria/tool-sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import type { HostTool } from '../../src/tools/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

async function openSession(...tools: HostTool[]) {
  const home = await temporaryFolder()
  const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, tools })
  onTestFinished(() => host.close({ force: true }))
  return host.openSession()
}

const tale = defineTool({
  name: 'tale',
  triggers: ['tale'],
  run(_, { narrate, choices, patch }) {
    narrate('Once upon')
    narrate(' a time.', { append: true })
    narrate('The end.')
    choices(['Again'])
    patch({ played: true })
  },
})

let attempts = 0
const hoarse = defineTool({
  name: 'hoarse',
  triggers: ['sing'],
  run(_, { narrate }) {
    narrate(`La, ${(attempts += 1)}.`)
    throw new ToolError('hoarse', 'Your voice breaks.', { retryable: false })
  },
})

describe('turn', () => {
  it('text() is the whole narrative', async () => {
    const session = await openSession(tale)
    expect(await session.play('A tale, please').text()).toBe('Once upon a time.\n\nThe end.')
  })

  it.each([
    ['appended and new paragraphs', 'A tale, please', ['Once upon', ' a time.', '\n\nThe end.']],
    ['a failed tool and a new plan', 'I sing', undefined],
  ])('pieces() add up to the narrative: %s', async (_, prompt, expected) => {
    const session = await openSession(tale, hoarse)
    const turn = session.play(prompt)
    let shown = ''
    const pieces: string[] = []
    let restarts = 0
    for await (const { text, restart } of turn.pieces()) {
      shown = restart ? text : shown + text
      restarts += restart ? 1 : 0
      pieces.push(text)
    }
    expect(shown).toBe((await turn.result).narrative)
    if (expected) expect(pieces).toEqual(expected)
    else expect(restarts).toBeGreaterThan(0)
  })

  it('toResponse() streams what a page shows, without paths and state', async () => {
    const draw = defineTool({
      name: 'draw',
      triggers: ['draw'],
      run: async (_, { asset, patch }) => {
        patch({ secretOfTheWorld: 1 })
        await asset({ kind: 'image', mediaType: 'image/png', data: 'PNG' })
      },
    })
    const session = await openSession(tale, draw)
    const response = session.play('A tale, please').toResponse()
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const text = await response.text()
    expect(text).toContain('event: narration\ndata: {"type":"narration","text":"Once upon","append":false}\n\n')
    expect(text.trim().split('\n').at(-1)).toContain('"status":"stored","narrative":"Once upon a time.')
    const drawn = session.play('I draw').toResponse({
      format: 'ndjson',
      assetUrl: ({ assetId }) => `/files/${assetId}`,
      headers: { 'x-story': '1' },
    })
    expect(drawn.headers.get('x-story')).toBe('1')
    const lines = (await drawn.text()).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; asset?: object })
    expect(events.find(({ type }) => type === 'asset')?.asset).toMatchObject({ url: '/files/image-1', sizeBytes: 3 })
    expect(lines.join('')).not.toMatch(/"path"|secretOfTheWorld/)
  })

  it('toResponse() can be left by its client; the turn is stored', async () => {
    const session = await openSession(tale)
    const turn = session.play('A tale, please')
    await turn.toResponse().body!.cancel()
    expect((await turn.result).status).toBe('stored')
  })
})

describe('session', () => {
  it('cancel() ends the running turn, which is not stored and blames no tool', async () => {
    const started = Promise.withResolvers<void>()
    const wait = defineTool({
      name: 'wait',
      triggers: ['wait'],
      run: (_, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
          started.resolve()
        }),
    })
    const session = await openSession(wait)
    expect(await session.cancel()).toBe(false)
    const turn = session.play('I wait here')
    await started.promise
    expect(await session.cancel()).toBe(true)
    const result = await turn.result
    expect(result.status).toBe('cancelled')
    expect(result.narrative).not.toContain('failed')
    expect(await session.turns()).toEqual([])
  })

  it('replay() replays the last turn or another one', async () => {
    const session = await openSession(tale)
    await expect(session.replay()).rejects.toMatchObject({ code: 'unknown_turn' })
    const first = await session.play('A tale, please').result
    await session.play('I look around').result
    expect(await session.replay('1')).toMatchObject({ faithful: true, turnId: first.turnId, state: { played: true } })
    expect((await session.replay()).narrative).not.toContain('Once')
  })

  it('export() writes a document that can be imported, or prose', async () => {
    const session = await openSession(tale)
    await session.play('A tale, please').result
    const read = async (pieces: AsyncIterable<string>) => {
      let all = ''
      for await (const piece of pieces) all += piece
      return all
    }
    expect(JSON.parse(await read(session.export()))).toMatchObject({ session: { sessionId: session.id } })
    expect(await read(session.export('markdown'))).toContain('Once upon a time.')
  })
})
