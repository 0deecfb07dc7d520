import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from '../../../../packages/executor/test/is-running.ts'
import {
  narratoria,
  sendSignals,
  startCommand,
  startProgram,
  temporaryFolder,
  until,
  writeSkill,
} from '../command-line.ts'

/** A tool that waits for a file before it ends. */
const stow = `#!/usr/bin/env node
import { existsSync, writeFileSync } from 'node:fs'
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
writeFileSync(process.env.HOME + '/pid', String(process.pid))
while (!existsSync(process.env.HOME + '/go')) await new Promise((resolve) => setTimeout(resolve, 10))
say({ type: 'state_patch', patch: { stowed: true } })
say({ type: 'ui_event', event: 'narration', payload: { text: 'All is stowed away. ' } })
say({ type: 'done', ok: true })
`

/** Writes the file `storing` when a turn whose tool has started is about to be written. */
const reportsWrite = `
import { existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  const { HOME } = process.env
  if (/^begin immediate/i.test(sql) && existsSync(HOME + '/pid')) writeFileSync(HOME + '/storing', '')
  return exec.call(this, sql)
}`

/** `waitsMs`: how long the turn has been waiting to be stored, in milliseconds; undefined while its tool runs. */
const moments: [string, { waitsMs: number | undefined; signals: NodeJS.Signals[]; isStored: boolean }][] = [
  ['before a turn is stored', { waitsMs: undefined, signals: ['SIGINT'], isStored: false }],
  ['while a turn is being stored', { waitsMs: 0, signals: ['SIGINT'], isStored: true }],
  ['late while a turn is being stored', { waitsMs: 2_500, signals: ['SIGINT'], isStored: true }],
  ['twice while a turn is being stored', { waitsMs: 0, signals: ['SIGINT', 'SIGINT'], isStored: true }],
]

it.each(moments)(
  '§10: Ctrl-C %s stores it completely or not at all, the exit code says which, and the story continues',
  { timeout: 60_000 },
  async (_, { waitsMs, signals, isStored }) => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, { name: 'stower', script: stow, trigger: 'stow' })
    await narratoria(['play', '--session', 'bed', '--prompt', 'I light the torch'], { home })
    const args = ['play', '--session', 'bed', '--skills', skills, '--prompt', 'I stow it']
    const child = startProgram(args, { home, env: preload(reportsWrite), stdio: 'ignore' })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
    const tool = Number(readFileSync(join(home, 'pid'), 'utf8'))

    // Simulates a slow disk: another write locks the file. The turn's write waits for it, at most ten seconds.
    const disk = new DatabaseSync(join(home, 'home', 'sessions.db'))
    onTestFinished(() => {
      if (disk.isOpen) disk.close()
    })
    disk.exec('BEGIN IMMEDIATE')
    const isStoring = () => existsSync(join(home, 'storing'))
    if (waitsMs !== undefined) {
      writeFileSync(join(home, 'go'), '')
      await until(isStoring)
      await new Promise((resolve) => setTimeout(resolve, waitsMs))
    }
    await sendSignals(child, signals)
    await until(isStoring)
    expect(child.exitCode).toBe(null)
    expect(disk.prepare('SELECT turns, in_flight_prompt AS prompt FROM sessions').get()).toEqual({
      turns: 1,
      prompt: 'I stow it',
    })
    disk.exec('ROLLBACK')
    disk.close()
    expect(await closed).toBe(isStored ? 0 : 130)
    await until(() => !isRunning(tool))

    const shown = JSON.parse((await narratoria(['sessions', 'show', 'bed', '--json'], { home })).stdout) as {
      turns: { prompt: string; narrative: string }[]
    }
    expect(shown.turns.map(({ prompt }) => prompt)).toEqual(['I light the torch', ...(isStored ? ['I stow it'] : [])])
    if (isStored) expect(shown.turns[1]?.narrative).toContain('All is stowed away.')
    expect((await narratoria(['sessions', 'replay', 'bed'], { home })).code).toBe(0)
    const next = await narratoria(['play', '--session', 'bed', '--json', '--prompt', 'I wait'], { home })
    expect(next.code, next.stderr).toBe(0)
    expect(next.stderr).not.toContain('was interrupted')
    expect('stowed' in (JSON.parse(next.stdout) as { state: object }).state).toBe(isStored)
  },
)

/** The variables that make a program run a module before its own. */
function preload(code: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

it.each([
  ['alone', ['--prompt', 'I open the chest'], /narratoria sessions undo \S+/],
  ['within a story', [], /\/retry +try the same again/],
])('§10: Ctrl-C while a failed turn is stored, %s, hides neither the failure nor the hints', async (_, more, ways) => {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  const ran = join(home, 'ran')
  const script = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(ran)}, '')\nprocess.exit(3)\n`
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    writeSkill(skills, { name, script: `#!/usr/bin/env node\n${script}`, trigger: 'x' })
    const file = join(skills, name, 'skill.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: object[] }
    manifest.scripts = manifest.scripts.map((each) => ({ ...each, triggers: [], stage: 'narrate' }))
    writeFileSync(file, JSON.stringify(manifest))
  }
  const args = ['play', '--session', 'lost', '--no-shipped-skills', '--skills', skills, ...more]
  const command = startCommand(args, { home })
  // Interrupts when the turn is committed after a tool ran.
  const exec = Reflect.get(DatabaseSync.prototype, 'exec') as (sql: string) => void
  let isInterrupted = false
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (!isInterrupted && /^commit/i.test(sql) && existsSync(ran)) {
      isInterrupted = true
      command.signal('SIGINT')
    }
    return exec.call(this, sql)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  command.stdin.end(more.length > 0 ? '' : 'I open the chest\n/quit\n')
  const run = { code: await command.closed, stdout: command.stdout, stderr: command.stderr }
  expect(isInterrupted).toBe(true)
  expect(run.code, run.stderr).toBe(0)
  expect(run.stderr).toContain('already complete and is part of the story')
  expect(run.stderr).toMatch(ways)
  const shown = await narratoria(['sessions', 'show', 'lost', '--json'], { home })
  const { turns } = JSON.parse(shown.stdout) as { turns: { narrative: string }[] }
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(oneLine(run.stderr + run.stdout)).toContain(oneLine(turns[0]!.narrative))
})
