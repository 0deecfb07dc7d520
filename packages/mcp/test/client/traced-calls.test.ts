import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlan } from '@narratoria/executor'
import { createNarratoria } from '@narratoria/runtime'
import type { Telemetry } from '@narratoria/runtime/telemetry'
import { expect, it, onTestFinished } from 'vitest'
import { openMcpServers } from '../../src/index.ts'
import { fixture } from './open-world.ts'

const traceContext = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'rojo=00f067aa0ba902b7',
}

/** A telemetry that gives each attempt the same trace context. */
const telemetry: Telemetry = {
  model: (model) => model,
  turn: () => ({
    run: (play) => play(),
    planner: (planner) => planner,
    attempt: () => ({ request: traceContext, ended() {} }),
    ended() {},
  }),
}

it.each([
  ['a host that traces', telemetry, traceContext],
  ['a host that does not', undefined, {}],
])('the trace context of an attempt is in the metadata of its call: %s', async (_, given, expected) => {
  const home = mkdtempSync(join(tmpdir(), 'mcp-traced-'))
  const servers = await openMcpServers({
    servers: { traced: { command: process.execPath, args: [fixture('traced.mjs')] } },
    waitMs: 60_000,
  })
  const narratoria = await createNarratoria({
    skillRoots: [],
    home,
    hostSkills: servers.skills,
    planner: { name: 'meta', plan: async () => createPlan([{ toolId: 'call', toolPath: 'tool:mcp-traced/meta' }]) },
    ...(given && { telemetry: given }),
  })
  onTestFinished(async () => {
    await narratoria.close({ force: true })
    await servers.close()
    rmSync(home, { recursive: true, force: true })
  })
  const { execution } = await (await narratoria.openSession()).play('What do you know?').result
  expect(JSON.parse(execution?.toolResults[0]?.summary ?? '')).toEqual(expected)
})
