import { Socket as Datagram } from 'node:dgram'
import { Socket } from 'node:net'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { afterEach, expect, it, vi } from 'vitest'
import { LlamaPlanner } from '../../src/llama/index.ts'
import { assertPlan, contractRequest, contractSkills } from '../../src/testing/index.ts'
import { useModel } from './model.ts'

const here = useModel()
const apart = useModel({ process: true })
afterEach(() => vi.restoreAllMocks())

const plannerOf = (model: typeof here) =>
  new LlamaPlanner({ model: model.get(), deadlineMs: 60_000, temperature: 1, seed: 7, maxTokens: 2_000 })

async function plan(planner: LlamaPlanner) {
  await planner.prepare(contractSkills())
  for (const prompt of ['I light the torch and roll a d12', 'Open https://example.org', '']) {
    const request = contractRequest(prompt)
    assertPlan(await planner.plan(request), request)
  }
}

it('FR-007: planning with a model in this process opens no connection, whatever the prompt', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const send = vi.spyOn(Datagram.prototype, 'send')
  const ask = vi.spyOn(globalThis, 'fetch')
  await plan(plannerOf(here))
  expect([connect, send, ask].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})

it.runIf(process.platform === 'linux')(
  'FR-007: the model’s own process has no internet socket, before, between and after its tokens',
  async () => {
    const pids = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('llama-worker'))
      .map((line) => Number.parseInt(line, 10))
    expect(pids).toHaveLength(1)
    const seen = [internetSockets(pids[0] ?? 0)]
    const look = () => void seen.push(internetSockets(pids[0] ?? 0))
    const messages = [{ role: 'user', content: 'Open https://example.org' }] as const
    await apart.get().complete({ lane: 'planner', messages: [...messages], maxTokens: 40 }, { onText: look })
    await plan(plannerOf(apart))
    look()
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.flat()).toEqual([])
  },
)

/** A process's sockets of the internet's protocols, as the system lists them. */
function internetSockets(pid: number): string[] {
  const known = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((protocol) =>
    readFileSync(`/proc/${pid}/net/${protocol}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)[9] ?? ''),
  )
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder)
    .map((name) => linkOf(`${folder}/${name}`))
    .filter((link) => known.includes(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? 'none'))
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
