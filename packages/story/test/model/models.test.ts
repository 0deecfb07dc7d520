import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLanguageModel } from '@narratoria/models'
import { readProject } from '../../src/index.ts'
import { accepted, configure, goodPlan, goodScene, bond } from './answers.ts'
import { contents, failed, json, makeBareProject, openStory, written } from '../world.ts'

interface Call {
  authorization: string | undefined
  path: string | undefined
  body: { model: string; messages: { role: string; content: string }[] }
}

/** Starts a local endpoint that returns these answers in turn and then repeats the last one. */
async function serve(answers: (string | { status: number; text: string })[]) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await textOf(request)) as Call['body']
      calls.push({ authorization: request.headers.authorization, path: request.url, body })
      const answer = answers[Math.min(calls.length, answers.length) - 1]!
      if (typeof answer === 'string') {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer } }] }))
      } else {
        response.statusCode = answer.status
        response.end(answer.text)
      }
    })()
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  onTestFinished(() => new Promise((resume) => server.close(() => resume())))
  return { calls, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/` }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

describe('an OpenAI-compatible endpoint', () => {
  it('P3 §7.1: plans and writes; JSON in fences and prose is found, and invalid answers are requested again with the reason', async () => {
    const folder = makeBareProject()
    const { calls, base_url } = await serve([
      'I would rather not say.',
      `Here you are:\n\`\`\`json\n${JSON.stringify({ ...goodPlan, actions: [{ tool: 'dragon.summon', args: {} }] })}\n\`\`\`\nEnjoy!`,
      `Sure! Given {curly} braces, the plan is ${JSON.stringify(goodPlan)} and I hope you like it.`,
      `\`\`\`\n${JSON.stringify(goodScene)}\n\`\`\``,
      JSON.stringify(accepted),
    ])
    process.env.TEST_STORY_KEY = 'sk-very-secret'
    onTestFinished(() => void delete process.env.TEST_STORY_KEY)
    configure(folder, {
      planner: { backend: 'openai' },
      writer: { backend: 'openai' },
      openai: { base_url, model: 'tale-1', api_key_env: 'TEST_STORY_KEY' },
    })
    const result = written(await (await openStory(folder)).tick())
    expect(result).toMatchObject({
      scene: { title: 'The Crossing', loops: { raised: ['OL1'], developed: ['OL0'] } },
      prose: goodScene.prose,
    })
    expect((await readProject(folder)).memory.characters.C1).toMatchObject({ name: 'Marcus Vale' })
    expect(calls).toHaveLength(5)
    expect(calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-very-secret',
      body: { model: 'tale-1' },
    })
    expect(calls[0]?.body.messages[0]?.content).toContain('## Available Tools')
    expect(calls[1]?.body.messages.at(-1)?.content).toContain('contains no JSON object')
    expect(calls[2]?.body.messages.at(-1)?.content).toContain('"dragon.summon" does not exist')
    // The prompt, the last answer and what is wrong with it; the schema is text from the first refusal on.
    expect(calls[2]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(calls[3]?.body.messages.at(-1)?.content).toContain('Marcus Vale')
    expect(Object.values(contents(folder)).join('')).not.toContain('sk-very-secret')
  })

  it('P3 §7.1: the tick fails if no answer is valid, and its error file has every answer', async () => {
    const folder = makeBareProject()
    const { calls, base_url } = await serve(['{"rationale": 1}'])
    configure(folder, { planner: { backend: 'openai' }, openai: { base_url, model: 'tale-1' } })
    const before = contents(folder)
    expect(failed(await (await openStory(folder)).tick())).toMatchObject({
      stage: 'plan',
      error: { code: 'invalid_answer' },
    })
    expect(calls).toHaveLength(3)
    expect(json(folder, 'errors/error_001.json').model_answers).toEqual(
      Array(3).fill({ answer: '{"rationale": 1}', complaint: expect.stringContaining('scene_intention') }),
    )
    expect(contents(folder)).toEqual(before)
  })

  it('an error response fails the tick, and a key in it is redacted', async () => {
    const folder = makeBareProject()
    const { base_url } = await serve([{ status: 401, text: 'bad key sk-very-secret' }])
    process.env.TEST_STORY_KEY = 'sk-very-secret'
    onTestFinished(() => void delete process.env.TEST_STORY_KEY)
    configure(folder, {
      planner: { backend: 'openai' },
      openai: { base_url, model: 'tale-1', api_key_env: 'TEST_STORY_KEY' },
    })
    const result = failed(await (await openStory(folder)).tick())
    expect(result.error).toMatchObject({ code: 'model_failed', message: expect.stringContaining('401') })
    for (const file of ['error_001.json', 'error_001.log']) {
      expect(readFileSync(join(folder, 'errors', file), 'utf8')).not.toContain('sk-very-secret')
    }
  })

  it.each([
    ['never answers', () => {}, /custom:tale-1: .* sent no first token within 0\.3 s/],
    ['hangs up', (response: ServerResponse) => response.destroy(), /127\.0\.0\.1:\d+\S* cannot be reached/],
    ['returns a page', (response: ServerResponse) => response.end('<html>busy</html>'), /JSON/],
    [
      'never stops answering',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write(' '.repeat(1_000_000)), 1)
        response.on('close', () => clearInterval(timer))
      },
      /the answer is longer than 4 MiB/,
    ],
    ['returns no choice', (response: ServerResponse) => response.end('{"choices":[]}'), /ended its answer before/],
  ])('P3 §12.1: an endpoint that %s fails the tick, and nothing changes', async (what, answer, message) => {
    const server = createServer((_request, response) => {
      answer(response)
    })
    await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const folder = makeBareProject()
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const timeout_ms = what === 'never answers' ? 300 : 10_000
    configure(folder, { planner: { backend: 'openai' }, openai: { base_url, model: 'tale-1', timeout_ms } })
    const before = contents(folder)
    const result = failed(await (await openStory(folder)).tick())
    expect(result).toMatchObject({ stage: 'plan', error: { code: 'model_failed' } })
    expect(result.error.message).toMatch(message)
    expect(contents(folder)).toEqual(before)
  })

  it('P3 §3.2: a plan that creates a relationship twice is rejected and requested again', async () => {
    const folder = makeBareProject()
    const twice = { ...goodPlan, actions: [...goodPlan.actions, bond, { ...bond, args: { ...bond.args } }] }
    const { calls, base_url } = await serve([JSON.stringify(twice), JSON.stringify(goodPlan)])
    configure(folder, { planner: { backend: 'openai' }, openai: { base_url, model: 'tale-1' } })
    written(await (await openStory(folder)).tick())
    expect(calls[1]?.body.messages.at(-1)?.content).toContain('a second time')
  })

  it('FR-007: is only called if the project’s config names it', async () => {
    const folder = makeBareProject()
    const { calls, base_url } = await serve(['{}'])
    configure(folder, { openai: { base_url, model: 'tale-1' } })
    written(await (await openStory(folder)).tick())
    expect(calls).toEqual([])
  })

  it('a backend without its settings is rejected before anything runs', async () => {
    const folder = makeBareProject()
    configure(folder, { planner: { backend: 'openai' } })
    await expect((await openStory(folder)).tick()).rejects.toMatchObject({
      code: 'invalid_project',
      message: expect.stringContaining('base_url'),
    })
  })
})

describe('the model of the role writer', () => {
  /** A role with a model that writes these answers in turn. It counts how often it is opened and closed. */
  function roleWith(...answers: object[]) {
    const count = { opened: 0, closed: 0 }
    const model = createLanguageModel({
      id: 'tale-1',
      provider: 'ollama',
      close: async () => void (count.closed += 1),
      async *generate() {
        yield { type: 'text', text: JSON.stringify(answers.shift()) }
        yield { type: 'finish', finishReason: 'stop', usage: {} }
      },
    })
    const openWriter = async () => {
      count.opened += 1
      return model
    }
    return { count, openWriter }
  }

  it('plans and writes where the config names no backend, and is closed with the story', async () => {
    const folder = makeBareProject()
    const { count, openWriter } = roleWith(goodPlan, goodScene, accepted)
    const story = await openStory(folder, { openWriter })
    expect(count.opened).toBe(0)
    const { planFile, prose } = written(await story.tick())
    expect(prose).toBe(goodScene.prose)
    expect(json(folder, planFile)).toMatchObject({ planner: 'ollama:tale-1', writer: 'ollama:tale-1' })
    await story.close()
    expect(count).toEqual({ opened: 1, closed: 1 })
  })

  it('is not opened where the config names other backends', async () => {
    const folder = makeBareProject()
    configure(folder, { planner: { backend: 'stub' }, writer: { backend: 'stub' } })
    const { count, openWriter } = roleWith()
    written(await (await openStory(folder, { openWriter })).tick())
    expect(count.opened).toBe(0)
  })

  it('must exist where the config names it', async () => {
    const folder = makeBareProject()
    configure(folder, { writer: { backend: 'model' } })
    await expect((await openStory(folder)).tick()).rejects.toMatchObject({
      code: 'invalid_project',
      message: expect.stringContaining('narratoria models connect'),
    })
  })
})
