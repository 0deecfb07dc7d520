import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive, narratoria, runProgram, startProgram, temporaryFolder, until, writeSkill } from '../command-line.ts'

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

/** `after`: how long the turn has been waiting to be stored, in milliseconds; undefined while its tool runs. */
const moments: [string, { after: number | undefined; signals: NodeJS.Signals[]; isStored: boolean }][] = [
  ['before a turn is stored', { after: undefined, signals: ['SIGINT'], isStored: false }],
  ['while a turn is being stored', { after: 500, signals: ['SIGINT'], isStored: true }],
  ['late while a turn is being stored', { after: 2_500, signals: ['SIGINT'], isStored: true }],
  ['twice while a turn is being stored', { after: 500, signals: ['SIGINT', 'SIGINT'], isStored: true }],
]

it.each(moments)(
  '§10: Ctrl-C %s stores it completely or not at all, the exit code says which, and the story continues',
  { timeout: 60_000 },
  async (_, { after, signals, isStored }) => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, { name: 'stower', script: stow, trigger: 'stow' })
    await narratoria(['play', '--session', 'bed', '--prompt', 'I light the torch'], { home })
    const args = ['play', '--session', 'bed', '--skills', skills, '--prompt', 'I stow it']
    const child = startProgram(args, { home, stdio: 'ignore' })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
    const tool = Number(readFileSync(join(home, 'pid'), 'utf8'))

    // Simulates a slow disk: another write locks the file. The turn's write waits for it, at most ten seconds.
    const disk = new DatabaseSync(join(home, 'home', 'sessions.db'))
    onTestFinished(() => {
      if (disk.isOpen) disk.close()
    })
    disk.exec('BEGIN IMMEDIATE')
    if (after !== undefined) {
      writeFileSync(join(home, 'go'), '')
      await until(() => !isAlive(tool))
      await sleep(after)
    }
    for (const signal of signals) {
      child.kill(signal)
      await sleep(100)
    }
    // The turn is not stored yet, and the program still runs.
    await sleep(300)
    expect(child.exitCode).toBe(null)
    expect(disk.prepare('SELECT turns, in_flight_prompt AS prompt FROM sessions').get()).toEqual({
      turns: 1,
      prompt: 'I stow it',
    })
    disk.exec('ROLLBACK')
    disk.close()
    expect(await closed).toBe(isStored ? 0 : 130)
    await until(() => !isAlive(tool))

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

// Emits SIGINT when the turn is committed after a tool ran.
const interruptsWrite = `
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
const { exec } = DatabaseSync.prototype
let isDone = false
DatabaseSync.prototype.exec = function (sql) {
  if (!isDone && /^commit/i.test(sql) && existsSync(process.env.HOME + '/ran')) isDone = process.emit('SIGINT')
  return exec.call(this, sql)
}`

it.each([
  ['alone', ['--prompt', 'I open the chest'], /narratoria sessions undo \S+/],
  ['within a story', [], /\/retry +try the same again/],
])('§10: Ctrl-C while a failed turn is stored, %s, hides neither the failure nor the hints', async (_, more, ways) => {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  const script = `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.HOME + '/ran', '')\nprocess.exit(3)\n`
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    writeSkill(skills, { name, script: `#!/usr/bin/env node\n${script}`, trigger: 'x' })
    const file = join(skills, name, 'skill.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: object[] }
    manifest.scripts = manifest.scripts.map((each) => ({ ...each, triggers: [], stage: 'narrate' }))
    writeFileSync(file, JSON.stringify(manifest))
  }
  const args = ['play', '--session', 'lost', '--no-shipped-skills', '--skills', skills, ...more]
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(interruptsWrite)}` }
  const run = await runProgram(args, { home, env, input: more.length > 0 ? '' : 'I open the chest\n/quit\n' })
  expect(run.code, run.stderr).toBe(0)
  expect(run.stderr).toContain('already complete and is part of the story')
  expect(run.stderr).toMatch(ways)
  const shown = await narratoria(['sessions', 'show', 'lost', '--json'], { home })
  const { turns } = JSON.parse(shown.stdout) as { turns: { narrative: string }[] }
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(oneLine(run.stderr + run.stdout)).toContain(oneLine(turns[0]!.narrative))
})
