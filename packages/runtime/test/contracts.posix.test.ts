import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Planner } from '@narratoria/planner'
import type { JsonObject, JsonValue, ToolInvocation, TurnEvent } from '@narratoria/protocol'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createNarratoria } from '../src/index.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

const contract = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@narratoria/protocol/contracts/${name}`)), 'utf8')

/**
 * The contract without room for more: what an object's schema does not describe, it refuses. So what passes has no field
 * that is not published.
 */
function closed(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const isObject = 'properties' in schema && !('additionalProperties' in schema)
  return Object.fromEntries(isObject ? [...entries, ['additionalProperties', false]] : entries) as JsonObject
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
const turnEvents = JSON.parse(contract('turn-event.schema.json')) as JsonObject
const isTurnEvent = ajv.compile(closed(turnEvents) as JsonObject)
const openApi = closed(parse(contract('tool-protocol.openapi.yaml')) as JsonObject) as JsonObject
const isRequest = ajv
  .addSchema({ $id: 'urn:contract:tool-protocol', components: openApi.components })
  .compile({ $ref: 'urn:contract:tool-protocol#/components/schemas/ToolRequest' })

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect([value, validate(value), validate.errors]).toEqual([value, true, null])
}

/** A tool that keeps its request, writes `events`, and has a real process of its own. */
function writeSkill(root: string, name: string, events: object[]): void {
  const scripts = join(root, name, 'scripts')
  mkdirSync(scripts, { recursive: true })
  const lines = events.map((event) => JSON.stringify({ version: '0', ...event })).join('\n')
  const script = `#!/bin/sh\ncat > ${root}/../requests/${name}-$$.json\ncat <<'END'\n${lines}\nEND\n`
  writeFileSync(join(scripts, 'act'), script, { mode: 0o755 })
  const manifest = {
    name,
    version: '1.0.0',
    description: 'A skill.',
    scripts: [{ name: 'act', path: 'scripts/act', description: 'Acts.' }],
  }
  writeFileSync(join(root, name, 'skill.json'), JSON.stringify(manifest))
}

/** First everything, the bell after the lamp; then, as the bell has failed, the lamp alone. */
class TwoPlans implements Planner {
  readonly name = 'two plans'
  plan: Planner['plan'] = async ({ prompt, attempt, parentPlanId, disabledSkills, skills }) => {
    const invoke = (skill: string, rest: Partial<ToolInvocation> = {}): ToolInvocation => {
      const found = skills.find(({ name }) => name === skill)!
      return { toolId: skill, toolPath: join(found.path, 'scripts/act'), input: { prompt }, ...rest }
    }
    const bell = { dependencies: ['lamp'], retryPolicy: { maxRetries: 1, backoffMs: 1 } }
    const tools = disabledSkills.includes('bell') ? [invoke('lamp')] : [invoke('lamp'), invoke('bell', bell)]
    return {
      requestId: randomUUID(),
      narrative: 'You try.',
      tools,
      parallel: true,
      disabledSkills: [...disabledSkills],
      metadata: { generationAttempt: attempt, parentPlanId },
    }
  }
}

interface Played {
  events: TurnEvent[]
  /** What the tools read from standard input, by skill. */
  requests: { skill: string; request: unknown }[]
}

/** A turn in which everything happens that can: see {@link TwoPlans}. */
async function playEverything(): Promise<Played> {
  const folder = await temporaryFolder()
  const root = join(folder, 'skills')
  const requests = join(folder, 'requests')
  mkdirSync(requests)
  writeFileSync(join(folder, 'lamp.png'), 'x')
  const asset = { type: 'asset', kind: 'image', mediaType: 'image/png', metadata: { width: 1 } }
  const choices = ['Go on', { text: 'Stay', hint: 'a rest', difficulty: 'easy' }]
  writeSkill(root, 'lamp', [
    { type: 'log', level: 'info', message: 'Lighting', fields: { at: 1 } },
    { type: 'state_patch', patch: { lamp: 'lit' } },
    { ...asset, assetId: 'a', path: join(folder, 'lamp.png') },
    { ...asset, assetId: 'b', path: join(folder, 'missing.png') },
    { type: 'ui_event', event: 'narration', payload: { text: 'The lamp burns.' } },
    { type: 'ui_event', event: 'narrative_choice', payload: { choices } },
    { type: 'ui_event', event: 'model_used', payload: { model: 'm', promptTokens: 5, completionTokens: 4 } },
    { type: 'done', ok: true, summary: 'Lit.' },
  ])
  const error = { type: 'error', errorCode: 'rope', errorMessage: 'The rope is gone.' }
  writeSkill(root, 'bell', [error, { type: 'done', ok: false }])
  const host = await createNarratoria({
    skillRoots: [root],
    home: join(folder, 'home'),
    planner: new TwoPlans(),
    modelEndpoint: { baseUrl: 'http://127.0.0.1:9/v1', token: 't' },
  })
  try {
    const events: TurnEvent[] = []
    for await (const event of (await host.openSession('a story')).play('I light the lamp')) events.push(event)
    return {
      events,
      requests: readdirSync(requests).map((file) => ({
        skill: file.split('-')[0]!,
        request: JSON.parse(readFileSync(join(requests, file), 'utf8')) as unknown,
      })),
    }
  } finally {
    await host.close()
  }
}

describe('what a turn emits', () => {
  it('001 §13.7: is what the published contract says, every type of event and every field', async () => {
    const { events } = await playEverything()
    for (const event of events) expectValid(isTurnEvent, JSON.parse(JSON.stringify(event)))
    const types = Object.values(turnEvents.$defs as Record<string, { properties?: { type?: { const?: string } } }>)
    const published = types.flatMap(({ properties }) => properties?.type?.const ?? [])
    const emitted = events.flatMap((event) =>
      event.type === 'tool_event' ? [event.type, event.event.type] : event.type,
    )
    expect(new Set(emitted)).toEqual(new Set(published))
  })

  it('001 §13.7: reaches its tools as the published contract says, every field', async () => {
    const { requests } = await playEverything()
    for (const { request } of requests) expectValid(isRequest, request)
    expect(requests.map(({ skill }) => skill).sort()).toEqual(['bell', 'bell', 'lamp'])
    for (const { request } of requests.filter(({ skill }) => skill === 'bell')) {
      expect(request).toMatchObject({ dependencies: { lamp: { lamp: 'lit' } }, turn: { line: [[1, 1]] }, host: {} })
    }
  })

  it('is distinguished by the contract from what no turn emits', async () => {
    const { events, requests } = await playEverything()
    for (const event of events) {
      expect(isTurnEvent({ ...event, type: 'unheard' })).toBe(false)
      expect(isTurnEvent({ ...event, unpublished: 1 })).toBe(false)
    }
    const request = requests[0]!.request as JsonObject
    expect(isRequest({ ...request, unpublished: 1 })).toBe(false)
    expect(isRequest({ ...request, turn: { id: 't', seq: 1 } })).toBe(false)
  })
})
