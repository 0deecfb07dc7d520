import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLanguageModel, type LanguageModel, LanguageModelError } from '@narratoria/models'
import { LlamaPlanner, type LocalModel, serveModel } from '@narratoria/planner/llama'
import type { JsonObject, Plan } from '@narratoria/protocol'
import { openTelemetry, type OpenTelemetryOptions } from '@narratoria/runtime/telemetry'
import { type Attributes, context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, type NarratoriaOptions } from '../../src/index.ts'

/** A script that fails its first `failures` attempts, or narrates what the host's model answers. It returns its trace context. */
const script = `#!/usr/bin/env node
const { host, input, attempt, traceparent } = JSON.parse(await new Response(process.stdin).text())
const write = (event) => console.log(JSON.stringify({ version: '0', ...event }))
if (attempt <= input.failures) {
  write({ type: 'error', errorCode: 'rope_broken', errorMessage: 'The rope of hemp broke.' })
  write({ type: 'done', ok: false })
} else {
  if (input.ask) {
    const response = await fetch(host.baseUrl + '/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + host.token, ...(traceparent && { traceparent }) },
      body: JSON.stringify({ messages: [{ role: 'user', content: input.ask }] }),
    })
    const text = (await response.json()).choices[0].message.content
    write({ type: 'ui_event', event: 'narration', payload: { text } })
  }
  write({ type: 'done', ok: true, result: { traceparent: traceparent ?? null } })
}
`

let spans = new InMemorySpanExporter()

/** Registers the SDK, as a host does. */
function registerSdk() {
  spans = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1_000_000 })
  const meters = new MeterProvider({ readers: [reader] })
  provider.register()
  metrics.setGlobalMeterProvider(meters)
  return {
    async points(name: string): Promise<{ attributes: Attributes; value: unknown }[]> {
      await meters.forceFlush()
      const all =
        exporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
      return all.filter(({ descriptor }) => descriptor.name === name).flatMap(({ dataPoints }) => [...dataPoints])
    },
    close: async () => {
      await provider.shutdown()
      await meters.shutdown()
    },
  }
}

interface Step {
  name: string
  input: JsonObject
  retries?: number
}

/** A planner whose first plan has the steps; later ones have none. */
const planSteps = (...steps: Step[]): NonNullable<NarratoriaOptions['planner']> => ({
  name: 'steps',
  async plan({ skills, attempt }): Promise<Plan> {
    const path = skills.find(({ name }) => name === 'climb')?.scripts[0]?.path ?? ''
    return {
      requestId: crypto.randomUUID(),
      narrative: attempt > 1 || steps.length === 0 ? 'You rest.' : '',
      tools: (attempt > 1 ? [] : steps).map(({ name, input, retries = 0 }) => ({
        toolId: name,
        toolPath: path,
        input,
        retryPolicy: { maxRetries: retries, backoffMs: 1 },
      })),
    }
  },
})

function model(answer: string | Error, id = 'oracle'): LanguageModel {
  return createLanguageModel({
    id,
    provider: 'anthropic',
    async *generate() {
      if (answer instanceof Error) throw answer
      yield { type: 'text', text: answer }
      yield { type: 'finish', finishReason: 'stop', usage: { promptTokens: 12, completionTokens: 3 } }
    },
  })
}

/** A local model that writes the same in every completion. */
function localModel(answer: string | Error): LocalModel {
  return {
    info: { name: 'tiny', contextSize: 4_096, loadMs: 1 },
    async complete(_request, { onText } = {}) {
      if (answer instanceof Error) throw answer
      onText?.(answer)
      const times = { evaluatedTokens: 9, prefillMs: 1, decodeMs: 1 }
      return { text: answer, finishReason: 'stop', promptTokens: 9, completionTokens: 4, ...times }
    },
    warm: async () => 0,
    countTokens: async (text) => text.length,
    embed: async (texts) => texts.map(() => [1]),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}

async function openHost(options: NarratoriaOptions, tracing: OpenTelemetryOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-runtime-'))
  const skill = join(folder, 'skills', 'climb')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'climb.mjs'), script)
  chmodSync(join(skill, 'climb.mjs'), 0o755)
  const inputSchema = { type: 'object', properties: { ask: { type: 'string' }, failures: { type: 'integer' } } }
  const scripts = [{ name: 'rope', path: 'climb.mjs', description: 'Climbs.', inputSchema }]
  const manifest = { name: 'climb', version: '1.0.0', description: 'Climbs a rope.', scripts }
  writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  const host = await createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    followUps: false,
    telemetry: openTelemetry(tracing),
    ...options,
  })
  onTestFinished(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return host
}

const named = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name)
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId

describe('with the SDK', () => {
  let sdk: ReturnType<typeof registerSdk>
  beforeEach(() => {
    sdk = registerSdk()
  })
  afterEach(async () => {
    trace.disable()
    context.disable()
    propagation.disable()
    metrics.disable()
    await sdk.close()
  })

  test('completions of a local model belong to the plan and to the tool that asked for them', async () => {
    const local = openTelemetry({ content: true }).localModel(localModel('You climb.'))
    const endpoint = await serveModel(local)
    onTestFinished(() => endpoint.close({ force: true }))
    const steps = planSteps({ name: 'rope', input: { ask: 'up?' } })
    const planner = new LlamaPlanner({ model: local })
    const host = await openHost({
      modelEndpoint: endpoint,
      // The local model has no plan to give, and is asked all the same.
      planner: {
        name: 'both',
        plan: async (request, options) => {
          await planner.plan(request, options).catch(() => {})
          return steps.plan(request, options)
        },
      },
    })
    const { narrative } = await (await host.openSession()).play('climb the rope').result
    expect(narrative).toBe('You climb.')
    const [planning, narrating] = named('chat tiny')
    expect(parentOf(planning)).toBe(idOf(named('plan narratoria')[0]))
    expect(planning!.attributes['gen_ai.output.type']).toBe('json')
    expect(parentOf(narrating)).toBe(idOf(named('execute_tool climb/rope')[0]))
    expect(narrating!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'local',
      'gen_ai.request.model': 'tiny',
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.output.messages': expect.stringContaining('You climb.'),
    })
  })

  test('a completion of a local model that fails ends its span with the reason', async () => {
    const local = openTelemetry().localModel(localModel(new Error('The file is damaged.')))
    await expect(local.complete({ lane: 'host', messages: [] })).rejects.toThrow('damaged')
    expect(named('chat tiny')[0]!.attributes).toMatchObject({ 'error.type': 'Error' })
    expect(JSON.stringify(named('chat tiny')[0]!.attributes)).not.toContain('damaged')
    await local.close()
  })

  test('a turn, its plans, the attempts of its tools and the requests of their models are one trace', async () => {
    const planned = { steps: [{ do: 'rope', with: { ask: 'up?' }, after: [] }], say: '' }
    const host = await openHost({
      models: { planner: model(JSON.stringify(planned), 'planner-1'), narrator: model('You climb.') },
    })
    const session = await host.openSession()
    const { result } = session.play('climb the rope')
    const { turnId, execution, narrative } = await result
    expect(narrative).toBe('You climb.')
    const [turn] = named('invoke_agent narratoria')
    const [plan] = named('plan narratoria')
    const [attempt] = named('execute_tool climb/rope')
    const [planning] = named('chat planner-1')
    const [narrating] = named('chat oracle')
    expect(spans.getFinishedSpans()).toHaveLength(5)
    expect(new Set(spans.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1)
    expect(parentOf(turn)).toBeUndefined()
    expect([parentOf(plan), parentOf(attempt)]).toEqual([idOf(turn), idOf(turn)])
    expect(parentOf(planning)).toBe(idOf(plan))
    // Through the request of the tool, its process, and the host's endpoint.
    expect(parentOf(narrating)).toBe(idOf(attempt))
    const { traceId, spanId } = attempt!.spanContext()
    expect(execution?.toolResults[0]?.returned).toEqual({ traceparent: `00-${traceId}-${spanId}-01` })
    expect(turn!.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'narratoria',
      'gen_ai.conversation.id': session.id,
      'narratoria.turn.id': turnId,
      'narratoria.turn.seq': expect.any(Number),
      'narratoria.turn.status': 'stored',
      'narratoria.turn.plans': 1,
      'narratoria.fallback': false,
    })
    expect(plan!.attributes).toEqual({
      'gen_ai.operation.name': 'plan',
      'gen_ai.agent.name': 'narratoria',
      'narratoria.planner': 'model',
      'narratoria.plan.attempt': 1,
      'narratoria.plan.tools': 1,
    })
    expect(attempt!.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'climb/rope',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': expect.any(String),
      'narratoria.tool.attempt': 1,
      'narratoria.tool.exit_code': 0,
    })
    expect([narrating!.kind, turn!.kind]).toEqual([SpanKind.CLIENT, SpanKind.INTERNAL])
    expect(narrating!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'oracle',
      'gen_ai.output.type': 'text',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 3,
    })
    expect(planning!.attributes).toMatchObject({ 'gen_ai.output.type': 'json' })
  })

  test('durations, tokens and failures are measured', async () => {
    const host = await openHost({
      planner: planSteps({ name: 'a', input: { ask: 'up?' } }, { name: 'b', input: { failures: 9 }, retries: 1 }),
      models: { narrator: model('You climb.') },
    })
    await (await host.openSession()).play('climb').result
    const sums = async (name: string) =>
      (await sdk.points(name)).map(({ attributes, value }) => {
        const { count, sum } = value as { count: number; sum: number }
        return { attributes, count, sum }
      })
    const turns = await sums('narratoria.turn.duration')
    expect(turns).toMatchObject([{ count: 1, attributes: { 'gen_ai.operation.name': 'invoke_agent' } }])
    expect(turns[0]!.sum).toBeGreaterThan(0)
    expect(await sums('narratoria.plan.duration')).toMatchObject([{ count: 2 }])
    const tools = await sums('narratoria.tool.duration')
    expect(tools.map(({ count, attributes }) => [count, attributes['error.type']])).toEqual([
      [1, undefined],
      [2, 'tool_failed'],
    ])
    expect(await sums('gen_ai.client.operation.duration')).toMatchObject([{ count: 1 }])
    const tokens = await sums('gen_ai.client.token.usage')
    expect(tokens.map(({ sum, attributes }) => [attributes['gen_ai.token.type'], sum])).toEqual([
      ['input', 12],
      ['output', 3],
    ])
    const failures = await sdk.points('narratoria.failures')
    expect(failures.map(({ attributes, value }) => [attributes['narratoria.failure.of'], value])).toEqual([['tool', 2]])
  })

  test('each attempt and each plan has a span, a failed one with the code of its error', async () => {
    const host = await openHost({ planner: planSteps({ name: 'a', input: { failures: 2 }, retries: 1 }) })
    await (await host.openSession()).play('climb').result
    const attempts = named('execute_tool climb/rope')
    expect(attempts.map(({ attributes }) => attributes['narratoria.tool.attempt'])).toEqual([1, 2])
    for (const { status, attributes } of attempts) {
      expect(status).toEqual({ code: SpanStatusCode.ERROR, message: 'tool_failed' })
      expect(attributes['error.type']).toBe('tool_failed')
    }
    expect(named('plan narratoria').map(({ attributes }) => attributes['narratoria.plan.attempt'])).toEqual([1, 2])
    const [turn] = named('invoke_agent narratoria')
    expect(turn!.attributes['narratoria.turn.plans']).toBe(2)
    expect(turn!.status.code).toBe(SpanStatusCode.UNSET)
  })

  test('a model that fails and a planner that is cancelled end their spans', async () => {
    const refused = new LanguageModelError('rate_limited', 'Too many requests: say “up?” later.')
    const failing = await openHost({ models: { planner: model(refused, 'planner-1') } })
    await (await failing.openSession()).play('climb').result
    expect(named('chat planner-1').map(({ attributes }) => attributes['error.type'])).toContain('rate_limited')
    spans.reset()
    const planning = Promise.withResolvers<void>()
    const stuck = await openHost({
      planner: {
        name: 'stuck',
        plan() {
          planning.resolve()
          return new Promise(() => {})
        },
      },
    })
    const cancelling = new AbortController()
    const turn = (await stuck.openSession()).play('climb', { signal: cancelling.signal })
    await planning.promise
    cancelling.abort()
    expect(await turn.result).toMatchObject({ status: 'cancelled' })
    expect(named('plan narratoria').map(({ attributes }) => attributes['error.type'])).toEqual(['AbortError'])
    expect(named('invoke_agent narratoria')[0]!.attributes).toMatchObject({ 'narratoria.turn.status': 'cancelled' })
  })

  test('no span contains what players, models and tools write, unless contents are asked for', async () => {
    const steps = planSteps({ name: 'a', input: { ask: 'a hidden key?' } }, { name: 'b', input: { failures: 9 } })
    const options = { planner: steps, models: { narrator: model('The key is glass.') } }
    const texts = () =>
      JSON.stringify(
        spans.getFinishedSpans().map(({ attributes, status, events, name }) => [attributes, status, events, name]),
      )
    const quiet = await openHost(options)
    await (await quiet.openSession()).play('look for a hidden key').result
    expect(texts()).not.toMatch(/key|hemp|rest/)
    spans.reset()
    const open = await openHost(options, { content: true })
    open.skills.addSecrets(['glass'])
    await (await open.openSession()).play('look for a hidden key').result
    expect(texts()).toMatch(/look for a hidden key/)
    expect(named('chat oracle')[0]!.attributes['gen_ai.input.messages']).toBe(
      '[{"role":"user","parts":[{"type":"text","content":"a hidden key?"}]}]',
    )
    expect(named('chat oracle')[0]!.attributes['gen_ai.output.messages']).toContain('The key is ')
    expect(named('execute_tool climb/rope')[0]!.attributes['gen_ai.tool.call.arguments']).toBe(
      '{"ask":"a hidden key?"}',
    )
    expect(texts()).not.toMatch(/glass/)
  })

  test('a turn belongs to the span in which it is played, and a request to a server carries its trace context', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.traceparent)
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const host = await openHost({ models: { planner: { provider: 'ollama', baseUrl, model: 'far' } } })
    const session = await host.openSession()
    await trace.getTracer('host').startActiveSpan('GET /play', async (span) => {
      await session.play('wait').result
      span.end()
    })
    const [request] = named('GET /play')
    expect(parentOf(named('invoke_agent narratoria')[0])).toBe(idOf(request))
    const [chat] = named('chat far')
    expect(chat!.attributes['error.type']).toBe('server_error')
    expect(seen).toContain(`00-${request!.spanContext().traceId}-${idOf(chat)}-01`)
  })
})

test('without an SDK turns are played as without telemetry, and requests have no trace context', async () => {
  const host = await openHost({
    planner: planSteps({ name: 'a', input: { ask: 'up?' } }),
    models: { narrator: model('You climb.') },
  })
  const { execution, ...turn } = await (await host.openSession()).play('climb').result
  expect(turn).toMatchObject({ narrative: 'You climb.', attempts: [{ planner: 'steps' }] })
  expect(execution?.toolResults[0]?.returned).toEqual({ traceparent: null })
  expect(spans.getFinishedSpans()).toEqual([])
})
