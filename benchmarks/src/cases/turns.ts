import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import {
  createNarratoria,
  type Narratoria,
  openSqliteSessionStore,
  type Session,
  type StoredTurn,
} from '@narratoria/runtime'
import type { BenchCase, Contender } from '../bench-case.ts'
import { longestHold } from '../longest-hold.ts'
import { workFolder } from '../workspace.ts'

const narrative = 'You look around in the hall and see a lamp, a rope and a door. '.repeat(5)
/** A host's own planner, so that a turn starts no process. */
const planner = { name: 'bench', plan: async () => ({ requestId: randomUUID(), narrative, tools: [] }) }

/** The cost of a turn late in a story, and with a large state. */
export function cases(): BenchCase[] {
  return [
    {
      name: 'processor time of the host for a turn, story kept in a file',
      rounds: 25,
      reference: turnAt(10),
      contenders: [{ ...turnAt(20_000), bar: 1.2 }],
    },
    {
      name: 'longest processor time for which a turn with one tool holds the event loop, state of 50 MB',
      rounds: 9,
      reference: { name: 'the limit', run: () => 100 },
      contenders: [
        largeState('state of a turn', { objects: 5_000 }),
        largeState('initial state', { objects: 5_000 }),
        largeState('one object of 50,000 keys', { objects: 50_000 }),
        largeState('one object of 50,000 keys, a text of 1 MB changes', {
          objects: 50_000,
          change: randomText(1_000_000),
        }),
        largeState('22,000 small objects change', { objects: 5_000, change: smallObjects(22_000) }),
        largeState('a list of 35,000 lists changes', { objects: 5_000, change: `[@${',[]'.repeat(35_000)}]` }),
        largeState('a list of 65,000 numbers changes', { objects: 5_000, change: `[@${',7'.repeat(65_000)}]` }),
      ],
    },
  ]
}

/** Measures the turns with the numbers `number` and `number + 1`. */
function turnAt(number: number): Contender {
  let opened: Awaited<ReturnType<typeof openStory>> | undefined
  const reopen = async () => {
    // A long story does not become noticeably longer.
    if (opened && number > 1_000) return
    await opened?.host.close()
    opened = await openStory(number - 2)
    // The first turn reads the state.
    await opened.session.play('look around').result
  }
  return {
    name: `turn ${number.toLocaleString('en')}`,
    beforeEach: reopen,
    async run() {
      const { user, system } = process.cpuUsage()
      for (let turn = 0; turn < 2; turn++) await opened!.session.play('look around').result
      const used = process.cpuUsage({ user, system })
      return (used.user + used.system) / 2_000
    },
    close: () => opened?.host.close(),
  }
}

async function openStory(turns: number): Promise<{ host: Narratoria; session: Session }> {
  const store = await openSqliteSessionStore(join(workFolder(), `${randomUUID()}.db`))
  const last = `turn-${turns}`
  const session = { sessionId: 'story', name: 'story', title: 'Story', createdAt: 0, head: last, tip: last }
  await store.importSession(session, storedTurns(turns))
  const host = await createNarratoria({ skillRoots: [], home: workFolder(), store, planner })
  return { host, session: await host.openSession('story') }
}

function* storedTurns(count: number): Generator<StoredTurn> {
  for (let seq = 1; seq <= count; seq++) {
    const note = `Turn ${seq}, "look around": You look around in the hall and see a lamp, a rope and a door.`
    const summary = seq % 10 === 0 ? { summary: Array<string>(Math.min(seq, 110)).fill(note) } : {}
    yield {
      sessionId: 'story',
      turnId: `turn-${seq}`,
      seq,
      parentId: seq === 1 ? null : `turn-${seq - 1}`,
      prompt: 'look around',
      status: 'stored',
      narrative,
      choices: [],
      plan: null,
      execution: null,
      state: { turns: seq, hall: { lamp: 'lit', rope: { at: 'hook' } } },
      attempts: [],
      fallback: false,
      createdAt: seq,
      events: [{ type: 'narration', text: narrative, append: false }],
      assets: [],
      recap: { note, ...summary },
    }
  }
}

/** Text of random letters, as JSON; as in every change, another number stands for the @ in each turn. */
function randomText(length: number): string {
  return `"@${randomBytes((length * 3) / 4).toString('base64')}"`
}

/** Objects with one number, in groups of 1,000, as JSON. */
function smallObjects(count: number): string {
  const group = (first: number) => Array.from({ length: 1_000 }, (_, at) => `"k${first + at}":{"v":@}`).join()
  return `{${Array.from({ length: count / 1_000 }, (_, at) => `"g${at}":{${group(at * 1_000)}}`).join()}}`
}

/** A turn whose tool changes one of so many objects, which a turn has stored or the story began with, and `change` if there is one. */
function largeState(name: string, { objects, change = '@' }: { objects: number; change?: string }): Contender {
  let opened: { host: Narratoria; session: Session } | undefined
  return {
    name,
    bar: 1,
    async prepare() {
      const folder = join(workFolder(), randomUUID())
      writeSkill(join(folder, 'skills', 'walk'), change)
      const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
      const rooms = Object.fromEntries(
        Array.from({ length: objects }, (_, at): [string, JsonObject] => [
          `r${at}`,
          { notes: 'x'.repeat(50_000_000 / objects) },
        ]),
      )
      const [turn] = [...storedTurns(1)]
      const state = { world: { rooms } }
      const session = { sessionId: 'story', name: 'story', title: 'Story', createdAt: 0, head: 'turn-1', tip: 'turn-1' }
      const initialState = name === 'initial state' ? state : {}
      await store.importSession({ ...session, initialState }, [{ ...turn!, state }])
      const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store })
      opened = { host, session: await host.openSession('story') }
      // Reading the state takes longer, once.
      await opened.session.play('walk').result
    },
    async run() {
      return longestHold(async () => {
        const { execution } = await opened!.session.play('walk').result
        const [result] = execution?.toolResults ?? []
        if (result?.state !== 'completed') throw new Error(`the tool failed: ${result?.error}`)
      })
    },
    close: () => opened?.host.close(),
  }
}

function writeSkill(folder: string, change: string): void {
  mkdirSync(folder, { recursive: true })
  const patch = { world: { rooms: { r7: { visits: '@' } }, changed: '%' } }
  const line = JSON.stringify({ version: '0', type: 'state_patch', patch }).replace('"@"', '@').replace('"%"', change)
  writeFileSync(join(folder, 'change'), `${line}\n`)
  const lines = [
    '#!/bin/sh',
    'cat > /dev/null',
    `sed "s/@/$$/g" '${join(folder, 'change')}'`,
    `echo '{"version":"0","type":"done","ok":true}'`,
  ]
  writeFileSync(join(folder, 'walk.sh'), `${lines.join('\n')}\n`, { mode: 0o755 })
  const scripts = [{ name: 'walk', path: 'walk.sh', description: 'Walks.', triggers: ['walk'] }]
  const manifest = { name: 'walk', version: '1.0.0', description: 'Walks.', scripts }
  writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest))
}
