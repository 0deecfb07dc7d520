import { randomUUID } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteSessionStore, type StoredTurn } from '@narratoria/runtime'
import type { BenchCase } from '../bench-case.ts'
import { workFolder } from '../workspace.ts'

const program = fileURLToPath(new URL('../../../apps/cli/bin/narratoria.js', import.meta.url))

/** The time until the command line is ready, on a built tree. */
export function cases(): BenchCase[] {
  const node = (...args: string[]) => spawnSync(process.execPath, args)
  const [short, long] = [home('short'), home('long')]
  const [shortKilled, longKilled] = [home('short-killed'), home('long-killed')]
  return [
    {
      name: 'start of the command line',
      rounds: 15,
      reference: { name: 'an empty Node', version: process.version, run: () => node('-e', '0') },
      contenders: [
        { name: 'narratoria --version', bar: 1.5, run: () => node(program, '--version') },
        { name: 'narratoria --help', bar: 1.5, run: () => node(program, '--help') },
        { name: 'narratoria, to the first prompt', bar: 4, run: () => firstPrompt(home('new'), '--new') },
      ],
    },
    {
      name: 'from the start to the prompt of an existing session',
      rounds: 15,
      reference: { name: '10 turns', prepare: () => writeStory(short, 10), run: () => firstPrompt(short) },
      contenders: [
        {
          name: '10,000 turns',
          bar: 2,
          prepare: () => writeStory(long, 10_000),
          run: () => firstPrompt(long),
        },
      ],
    },
    {
      name: 'from the start to the prompt of a session whose last host was killed',
      rounds: 15,
      note: 'Before each start a host plays a turn and is killed with SIGKILL, which leaves its write-ahead log.',
      reference: {
        name: '10 turns',
        prepare: () => writeStory(shortKilled, 10),
        beforeEach: () => killHost(shortKilled),
        run: () => firstPrompt(shortKilled),
      },
      contenders: [
        {
          name: '10,000 turns',
          bar: 2,
          prepare: () => writeStory(longKilled, 10_000),
          beforeEach: () => killHost(longKilled),
          run: () => firstPrompt(longKilled),
        },
      ],
    },
  ]
}

function home(name: string): string {
  return join(workFolder(), `home-${name}`)
}

/** Milliseconds from the start of the process to the list of choices, which precedes the prompt. */
async function firstPrompt(homeFolder: string, ...options: string[]): Promise<number> {
  const env = { ...process.env, NARRATORIA_HOME: homeFolder, NO_COLOR: '1' }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, 'play', ...options], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const closed = once(child, 'close')
  let text = ''
  for await (const piece of child.stdout) {
    text += String(piece)
    if (text.includes('3. ')) break
  }
  const took = performance.now() - startedAt
  child.stdin.end()
  await closed
  return took
}

/** Runs a host that is killed after a turn, and checks that it left its write-ahead log. */
function killHost(homeFolder: string): void {
  const host = fileURLToPath(new URL('../processes/killed-host.ts', import.meta.url))
  const { signal, stderr } = spawnSync(process.execPath, [host, homeFolder], { encoding: 'utf8' })
  if (signal !== 'SIGKILL') throw new Error(`the host was not killed: ${stderr}`)
  for (const left of ['sessions.db-wal', 'sessions.db-shm'])
    if (!existsSync(join(homeFolder, left))) throw new Error(`the killed host did not leave ${left}`)
}

async function writeStory(homeFolder: string, count: number): Promise<void> {
  mkdirSync(homeFolder, { recursive: true })
  const store = await openSqliteSessionStore(join(homeFolder, 'sessions.db'))
  const sessionId = randomUUID()
  const turns: StoredTurn[] = []
  for (let seq = 1; seq <= count; seq++) turns.push(makeTurn(sessionId, seq, turns.at(-1)))
  const head = turns.at(-1)?.turnId ?? null
  await store.importSession({ sessionId, name: null, title: 'A long story', createdAt: 0, head, tip: head }, turns)
  await store.close()
}

function makeTurn(sessionId: string, seq: number, parent: StoredTurn | undefined): StoredTurn {
  const narrative = `You go on, for the ${seq}th time. `.repeat(20)
  const patch = { steps: seq, places: { [`place${seq % 200}`]: { visited: seq } } }
  const places = { ...(parent?.state.places as object), ...patch.places }
  return {
    sessionId,
    turnId: randomUUID(),
    seq,
    parentId: parent?.turnId ?? null,
    prompt: `I go on, ${seq}`,
    status: 'stored',
    narrative,
    choices: [{ text: 'Left' }, { text: 'Right' }, { text: 'Straight on' }],
    plan: null,
    execution: null,
    state: { steps: seq, places },
    attempts: [],
    fallback: false,
    createdAt: seq,
    events: [
      { type: 'state', patch },
      { type: 'narration', text: narrative, append: false },
    ],
    assets: [],
  }
}
