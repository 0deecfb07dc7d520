import { randomUUID } from 'node:crypto'
import { createNarratoria, type Narratoria, type Session } from '@narratoria/runtime'
import { openTelemetry, type Telemetry } from '@narratoria/runtime/telemetry'
import { defineTool } from '@narratoria/tool-sdk'
import type { TurnResult } from '@narratoria/protocol'
import type { BenchCase, Contender } from '../bench-case.ts'
import { workFolder } from '../workspace.ts'

const repetitions = 2_000
const turns = 40

/** The cost of telemetry for a host without an SDK. The turn is a cheap one: its tools run in the host's process. */
export function cases(): BenchCase[] {
  return [
    {
      name: 'what telemetry does in a turn with three tools and two requests to models, without an SDK',
      rounds: 15,
      reference: { name: 'the turn with three tools', ...played() },
      contenders: [{ name: 'its telemetry alone', bar: 0.01, run: traceTurns }],
    },
    {
      name: 'a turn with three tools in the process of the host, without an SDK',
      rounds: 15,
      reference: { name: 'without telemetry', ...played() },
      contenders: [{ name: 'with telemetry', ...played(openTelemetry()) }],
      note: 'The difference is smaller than the noise of this measurement; the case above measures it.',
    },
  ]
}

/** Plays turns. Returns the milliseconds of one. */
function played(telemetry?: Telemetry): Omit<Contender, 'name'> {
  let host: Narratoria
  let session: Session
  return {
    async prepare() {
      const tools = ['a', 'b', 'c'].map((name) =>
        defineTool({ name, run: (_, { patch }) => (patch({ [name]: true }), { result: null, summary: 'Done.' }) }),
      )
      const planner = {
        name: 'bench',
        plan: async () => ({
          requestId: randomUUID(),
          narrative: 'You look around.',
          tools: tools.map(({ name }) => ({ toolId: name, toolPath: `tool:${name}` })),
        }),
      }
      host = await createNarratoria({ skillRoots: [], home: workFolder(), planner, tools, telemetry })
      session = await host.openSession(randomUUID())
    },
    async run() {
      const startedAt = performance.now()
      for (let turn = 0; turn < turns; turn++) await session.play('look around').result
      return (performance.now() - startedAt) / turns
    },
    close: () => host.close(),
  }
}

/** Everything that a host asks of its telemetry in such a turn. Returns the milliseconds of one turn. */
async function traceTurns(): Promise<number> {
  const telemetry = openTelemetry()
  const answer = { text: 'Done.', finishReason: 'stop' as const, usage: { promptTokens: 900, completionTokens: 80 } }
  const model = telemetry.model({
    id: 'bench',
    provider: 'local',
    complete: async () => answer,
    async *stream() {
      yield { type: 'finish', ...answer }
    },
  })
  const plan = { requestId: randomUUID(), tools: [] }
  const planner = { name: 'bench', plan: async () => plan }
  const request = {
    prompt: 'look',
    state: {},
    recentTurns: [],
    skills: [],
    disabledSkills: [],
    attempt: 1,
    parentPlanId: null,
  }
  const result = { status: 'stored', fallback: false, attempts: [], narrative: 'You look.' } as unknown as TurnResult
  const attempt = { attempt: 1, startedAt: 0, endedAt: 1, ok: true, exitCode: 0, eventCount: 2 }
  const mask = <T>(value: T) => value
  const startedAt = performance.now()
  for (let turn = 0; turn < repetitions; turn++) {
    const span = telemetry.turn({ sessionId: 's', turnId: 't', seq: turn, prompt: 'look', mask })
    await span.run(async () => {
      await span.planner(planner).plan(request)
      for (let step = 0; step < 2; step++) await model.complete({ messages: [{ role: 'user', content: 'look' }] })
      for (const tool of ['a', 'b', 'c']) {
        const observer = span.attempt({ planId: 'p', toolId: tool, toolPath: tool, tool, attempt: 1, input: {} })
        observer.run?.(() => undefined)
        observer.ended(attempt, undefined)
      }
    })
    span.ended({ result })
  }
  return (performance.now() - startedAt) / repetitions
}
