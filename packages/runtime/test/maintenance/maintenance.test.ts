import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from '../../../executor/test/is-running.ts'
import { createNarratoria, type NarratoriaOptions } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const act = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { input } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ version: '0', type: 'state_patch', patch: { diary: { untidy: !input.prompt.includes('neatly') } } }))
console.log(JSON.stringify({ version: '0', type: 'done', ok: true, summary: 'Written.' }))
`

/** Says that it began, then waits for leave to end. */
const tidy = `#!/usr/bin/env node
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
const { skill, state, sessionId, turn, assetsDir } = JSON.parse(readFileSync(0, 'utf8'))
const note = (what) => appendFileSync(join(skill.dataDir, 'log'), JSON.stringify({ what, pid: process.pid, untidy: state.diary.untidy, sessionId, seq: turn.seq, assetsDir }) + '\\n')
note('began')
while (!existsSync(join(skill.dataDir, 'gate'))) await new Promise((resolve) => setTimeout(resolve, 10))
note('ended')
console.log(JSON.stringify({ version: '0', type: 'state_patch', patch: { diary: { leaked: true } } }))
console.log(JSON.stringify({ version: '0', type: 'done', ok: true }))
`

interface Note {
  what: 'began' | 'ended'
  pid: number
  untidy: boolean
  sessionId: string
  seq: number
  assetsDir?: string
}

async function openDiary(options: Partial<NarratoriaOptions> = {}) {
  const folder = await temporaryFolder()
  const skill = join(folder, 'skills/diary')
  mkdirSync(join(skill, 'scripts'), { recursive: true })
  writeFileSync(join(skill, 'scripts/act.mjs'), act, { mode: 0o755 })
  writeFileSync(join(skill, 'scripts/tidy.mjs'), tidy, { mode: 0o755 })
  const inputSchema = { type: 'object', properties: { prompt: { type: 'string' } } }
  const scripts = [
    { name: 'act', path: 'scripts/act.mjs', description: 'Writes.', triggers: ['write'], inputSchema },
    { name: 'tidy', path: 'scripts/tidy.mjs', stage: 'maintain', triggers: [{ whenState: 'diary.untidy' }] },
  ]
  writeFileSync(
    join(skill, 'skill.json'),
    JSON.stringify({ name: 'diary', version: '1.0.0', description: 'A diary.', scripts }),
  )
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: join(folder, 'home'), ...options })
  onTestFinished(() => host.close())
  const session = await host.openSession('s')
  const notes = (): Note[] => {
    const file = join(folder, 'home/skill-data/diary/data/log')
    if (!existsSync(file)) return []
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Note)
  }
  return {
    host,
    session,
    notes,
    began: (count: number) =>
      vi.waitFor(() => expect(notes().filter(({ what }) => what === 'began')).toHaveLength(count), { timeout: 60_000 }),
    letEnd: () => writeFileSync(join(host.skills.dataDir('diary'), 'gate'), ''),
    play: async (prompt: string) => {
      const turn = session.play(prompt)
      const events: TurnEvent[] = []
      for await (const event of turn) events.push(event)
      return { events, ...(await turn.result) }
    },
  }
}

it('FR-056: maintenance runs after the turn is stored, receives the state, and changes no story', async () => {
  const { play, began, notes, letEnd, session } = await openDiary()
  const { events, turnId, seq, plan } = await play('I write a line')
  // The turn is over while the maintenance still waits for leave.
  await began(1)
  expect(events.at(-1)).toMatchObject({ type: 'turn_finished' })
  expect((await session.lastTurn())!.turnId).toBe(turnId)
  expect(plan!.tools.map(({ toolPath }) => toolPath.split('/').at(-1))).toEqual(['act.mjs'])
  expect(notes()).toMatchObject([{ what: 'began', untidy: true, sessionId: session.id, seq }])
  expect(notes()[0]).not.toHaveProperty('assetsDir')
  letEnd()
  await vi.waitFor(() => expect(notes()).toHaveLength(2), { timeout: 60_000 })
  expect(await session.state()).toEqual({ diary: { untidy: true } })
})

it('FR-056: a state that asks for none starts none, and planners are never offered it', async () => {
  const { play, host, notes } = await openDiary()
  expect((await play('I write neatly')).state).toEqual({ diary: { untidy: false } })
  await host.close()
  expect(notes()).toEqual([])
})

it('FR-056: the next turn ends the maintenance that still runs, and begins it anew when it is over', async () => {
  const { play, began, notes } = await openDiary()
  await play('I write a line')
  await began(1)
  await play('I write another line')
  await began(2)
  const [first, second] = notes()
  await vi.waitFor(() => expect(isRunning(first!.pid)).toBe(false), { timeout: 60_000 })
  expect(second!.seq).toBeGreaterThan(first!.seq)
  expect(isRunning(second!.pid)).toBe(true)
})

it('FR-056: a host that closes waits a moment for maintenance, and leaves no process', async () => {
  const { play, began, notes, host } = await openDiary()
  await play('I write a line')
  await began(1)
  await host.close()
  expect(isRunning(notes()[0]!.pid)).toBe(false)
  const patient = await openDiary()
  await patient.play('I write a line')
  await patient.began(1)
  const closing = patient.host.close()
  patient.letEnd()
  await closing
  expect(patient.notes().map(({ what }) => what)).toEqual(['began', 'ended'])
})

it('SC-012: maintenance that fails breaks no turn and shows in the health of its skill', async () => {
  const { play, host, letEnd, notes } = await openDiary()
  letEnd()
  const { path } = host.skills.get('diary')!.scripts.find(({ name }) => name === 'tidy')!
  writeFileSync(path, '#!/usr/bin/env node\nprocess.exit(3)\n', { mode: 0o755 })
  expect((await play('I write a line')).fallback).toBe(false)
  await vi.waitFor(() => expect(host.skills.get('diary')!.errorState).toBe('degraded'), { timeout: 60_000 })
  expect(notes()).toEqual([])
})
