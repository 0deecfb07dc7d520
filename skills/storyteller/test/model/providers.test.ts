import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, test } from 'vitest'
import { type Conduct, startGone, startServer } from '../model-server.ts'
import { chosen, hostAt, narrateTurn, secret, story } from './narrate-with-model.ts'

describe.each(['openai', 'claude', 'ollama'] as const)('%s', (vendor) => {
  const withConduct = async (conduct: Conduct, config: JsonObject = {}, isProcess = false) => {
    const server = await startServer(vendor, conduct)
    return {
      server,
      narrated: await narrateTurn({ config: { ...chosen(vendor, server.baseUrl), ...config }, isProcess }),
    }
  }

  test('FR-054, 002 US2.3: prose is streamed in the vendor’s wire format', async () => {
    const { server, narrated } = await withConduct({ says: story }, {}, true)
    expect(narrated.run.ok).toBe(true)
    expect(narrated.prose).toBe(story.join(''))
    expect(narrated.pieces.map(({ text }) => text)).toEqual(story)
    expect(narrated.pieces.map(({ append }) => append)).toEqual([false, true, true, true, true])
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]!.body).toMatchObject({ model: 'm', stream: true })
    expect(JSON.stringify(server.asked[0]!.body)).toContain('I turn the key')
    const [asked] = server.asked
    expect(asked!.authorization).toBe(vendor === 'claude' ? secret : `Bearer ${secret}`)
    expect(asked!.version ?? '').toMatch(vendor === 'claude' ? /^\d{4}-\d{2}-\d{2}$/ : /^$/)
  })

  test('the trace context of the request is passed on to the server, if there is one', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const server = await startServer(vendor, { says: story })
    const config = chosen(vendor, server.baseUrl)
    await narrateTurn({ config, traceparent })
    await narrateTurn({ config })
    expect(server.asked.map((asked) => asked.traceparent)).toEqual([traceparent, undefined])
  })

  test.each([
    ['a refused key', { status: 401 }, /refused|401/],
    ['a rate limit that asks to wait', { status: 429, headers: { 'retry-after': '60' } }, /429|too many/i],
    ['an overloaded server', { status: 529 }, /529/],
    ['a broken server', { status: 500 }, /500/],
    ['an unknown model', { status: 404 }, /404/],
    ['garbage', { garbage: '<html>proxy</html>' }, /did not answer/],
    ['an answer without words', { says: [] }, /the answer was empty/],
    ['a stream that ends before it begins', { saysThenEnds: [] }, /did not answer/],
    ['a connection that breaks before the first word', { saysThenBreaks: [] }, /did not answer/],
  ] as [string, Conduct, RegExp][])(
    '002 US2.4, 002 Edge 5: %s falls back to the built-in narrator, and the log says why',
    async (_, conduct, why) => {
      const { server, narrated } = await withConduct(conduct)
      expect(narrated.run.ok).toBe(true)
      expect(narrated.prose).toMatch(/^Nothing in this story/)
      expect(narrated.logs.filter((log) => log.startsWith('warn'))).toEqual([expect.stringMatching(why)])
      expect(narrated.logs.at(-1)).toContain('without a model')
      expect(server.asked).toHaveLength(1)
      expect(JSON.stringify(narrated.run.events)).not.toContain('planted')
    },
  )

  test('SC-009: a server that never answers is abandoned in time', async () => {
    const { narrated } = await withConduct('silent', { firstTokenSeconds: 1 })
    expect(narrated.prose).toMatch(/^Nothing in this story/)
    expect(narrated.logs.join()).toContain('no first token within 1 s')
  })

  const half = ['The key turns. ', 'Somewhere below']

  test.each([
    ['a connection that breaks', { saysThenBreaks: half }, /was interrupted/],
    ['a stream without an end event', { saysThenEnds: half }, /was interrupted/],
    ['an error within the stream', { saysThenFails: half }, /was interrupted/],
  ] as [string, Conduct, RegExp][])(
    'SC-009: after %s the prose is withdrawn, and the next provider starts again',
    async (_, conduct, why) => {
      const server = await startServer(vendor, conduct)
      const local = await startServer('openai', { says: ['A draught. ', 'The door is open.'] })
      const narrated = await narrateTurn({ config: chosen(vendor, server.baseUrl), host: hostAt(local.baseUrl) })
      expect(narrated.pieces[0]).toEqual({ text: 'The key turns. ', append: false })
      const [first, ...rest] = narrated.pieces.slice(narrated.pieces.findIndex(({ replace }) => replace))
      expect(first).toEqual({ text: 'A draught. ', append: false, replace: true })
      expect(rest).toEqual([{ text: 'The door is open.', append: true }])
      expect(narrated.logs).toEqual([
        expect.stringMatching(/^info: Narrating by /),
        expect.stringMatching(
          /^warn: .* was interrupted, and its text was withdrawn .* falling back to the host’s model\.$/,
        ),
        'info: Narrating by the host’s model.',
      ])
      expect(narrated.logs[1]).toMatch(why)
      expect(narrated.seconds).toBeLessThan(30)
    },
  )

  test.each([
    ['marks', ['%%% ??? ', '{"a":']],
    ['an object', ['{"narration": ', '"The key turns."}']],
    ['an object in a fence', ['```json\n', '{"narration": "The key turns."}\n```']],
    ['a list', ['[{"text": "The key turns."}]']],
  ])('an answer of %s is withdrawn, and the built-in narrator replaces it', async (_, says) => {
    const { narrated } = await withConduct({ says })
    const replaced = narrated.pieces.slice(narrated.pieces.findIndex(({ replace }) => replace))
    expect(replaced.map(({ text }) => text).join('')).toMatch(/^Nothing in this story/)
    expect(narrated.logs.filter((log) => log.startsWith('warn'))).toEqual([expect.stringMatching(/not prose/)])
  })

  test.each([
    ['in Japanese', '扉が開いた。「誰だ？」'],
    ['in Arabic', 'انفتح الباب. مَن هناك؟'],
    ['in Hindi', 'दरवाज़ा खुल गया।'],
    ['of a few words', '“No!” … “Run!”'],
    ['that begins with a bracket', '[The door opens.] You step in.'],
    ['with Markdown', '*Creak.* **The door** opens — slowly …'],
  ])('prose %s is shown', async (_, text) => {
    const { narrated } = await withConduct({ says: [text] })
    expect(narrated.prose).toBe(text)
  })

  test('SC-009: after the last provider fails, the built-in narrator replaces its prose', async () => {
    const { narrated } = await withConduct({ saysThenBreaks: half })
    const replaced = narrated.pieces.slice(narrated.pieces.findIndex(({ replace }) => replace))
    expect(replaced.map(({ text }) => text).join('')).toMatch(/^Nothing in this story/)
    expect(narrated.logs.at(-1)).toContain('without a model')
  })

  test('FR-054: prose that reached the token limit is kept and ends with an ellipsis', async () => {
    const { narrated } = await withConduct({ saysThenIsCut: half })
    expect(narrated.prose).toBe('The key turns. Somewhere below …')
    expect(narrated.logs.join()).toContain('used all its words')
  })
})

test('SC-009: a stream that stops is withdrawn, and the next provider narrates the turn', async () => {
  const hangs: Conduct = { saysThenHangs: ['The key turns. ', 'Somewhere below'] }
  await Promise.all(
    (['openai', 'claude', 'ollama'] as const).map(async (vendor) => {
      const server = await startServer(vendor, hangs)
      const local = await startServer('openai', { says: ['A draught.'] })
      const config = { ...chosen(vendor, server.baseUrl), betweenTokensSeconds: 1 }
      const { pieces, logs } = await narrateTurn({ config, host: hostAt(local.baseUrl) })
      expect(pieces.at(-1)).toEqual({ text: 'A draught.', append: false, replace: true })
      expect(logs[1]).toMatch(/sent nothing more within 1 s/)
    }),
  )
})

describe('the fallback chain', () => {
  test('SC-009, FR-065, 002 US2.4: an unreachable hosted model falls back to the host’s own', async () => {
    const local = await startServer('openai', { says: story })
    const { prose, logs, seconds } = await narrateTurn({
      config: chosen('claude', await startGone()),
      host: hostAt(local.baseUrl),
    })
    expect(prose).toBe(story.join(''))
    expect(local.asked[0]!.authorization).toBe('Bearer host-token')
    expect(logs).toEqual([
      'info: Narrating by anthropic (m).',
      expect.stringMatching(
        /warn: anthropic \(m\) did not answer \(.*ECONNREFUSED.*\); falling back to the host’s model\./,
      ),
      'info: Narrating by the host’s model.',
    ])
    expect(seconds).toBeLessThan(30)
  })

  test('FR-054: with the fallback template no other model is called', async () => {
    const local = await startServer('openai', { says: story })
    const config = { ...chosen('openai', 'http://127.0.0.1:9/v1'), fallback: 'template' }
    const { prose } = await narrateTurn({ config, host: hostAt(local.baseUrl) })
    expect(prose).toMatch(/^Nothing in this story/)
    expect(local.asked).toEqual([])
  })

  test('defaults to the host’s model, and without a model to the built-in narrator with a log message', async () => {
    const local = await startServer('openai', { says: story })
    expect((await narrateTurn({ host: hostAt(local.baseUrl) })).prose).toBe(story.join(''))
    expect((await narrateTurn({})).logs).toEqual([expect.stringContaining('Narrating without a model')])
    const asked = local.asked.length
    expect((await narrateTurn({ host: hostAt(local.baseUrl), config: { provider: 'template' } })).prose).toMatch(
      /^Nothing in this story/,
    )
    expect(local.asked).toHaveLength(asked)
  })

  test('002 Edge 5: a refused key is an error event with instructions', async () => {
    const server = await startServer('openai', { status: 401 })
    const { run } = await narrateTurn({ config: chosen('openai', server.baseUrl) })
    expect(run.errors).toMatchObject([
      { errorCode: 'invalid_api_key', errorMessage: expect.stringContaining('apiKey'), details: { retryable: false } },
    ])
    expect(JSON.stringify(run.events)).not.toContain('planted')
  })
})

describe('what happened', () => {
  const summary = 'You roll 2d6+3 to pick the lock: 12, a success.'
  const turn = {
    prompt: 'I roll to pick the lock',
    dependencies: { roll1: { dice: { last: { total: 12 } } } },
    outcomes: { roll1: { state: 'completed' as const, summary } },
  }

  test('FR-054: rolls are shown before the prose of a model, which cannot contradict them', async () => {
    const server = await startServer('openai', { says: ['The lock ', 'gives way.'] })
    const { prose } = await narrateTurn({ ...turn, host: hostAt(server.baseUrl) })
    expect(prose).toBe(`${summary}\n\nThe lock gives way.`)
    expect(server.asked[0]?.body.messages?.[1]?.content).toContain(`- ${summary}`)
  })

  test('FR-054: the prose of a model that failed is replaced by what happened', async () => {
    const server = await startServer('openai', { saysThenBreaks: ['The lock '] })
    const { pieces } = await narrateTurn({ ...turn, host: hostAt(server.baseUrl) })
    expect(pieces.at(-1)).toEqual({ text: summary, append: false, replace: true })
  })

  test('FR-054: what was recalled is in the prompt', async () => {
    const server = await startServer('openai', { says: story })
    const recalled = [{ text: 'I befriend the blacksmith Mara', details: 'She smiles.' }]
    await narrateTurn({ dependencies: { recall1: { memory: { recalled } } }, host: hostAt(server.baseUrl) })
    const [, user] = server.asked[0]?.body.messages ?? []
    expect(user?.content).toContain('- I befriend the blacksmith Mara She smiles.')
  })
})
