import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive, narratoria, program, temporaryFolder, until, writeSkill } from '../command-line.ts'

/** A tool that says who it is, tells a little, and then takes long; it does not stop when it is asked. */
const stubborn = `#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
writeFileSync(process.env.HOME + '/pid', String(process.pid))
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
say({ type: 'state_patch', patch: { slept: true } })
say({ type: 'ui_event', event: 'narration', payload: { text: 'You close your eyes. ' } })
setInterval(() => say({ type: 'ui_event', event: 'narration', payload: { text: 'Zzz. ', append: true } }), 50)
`

/** The prompt of the turn that is being played. */
function inFlight(path: string): unknown {
  const file = new DatabaseSync(path, { readOnly: true })
  const prompt = file.prepare('SELECT in_flight_prompt AS prompt FROM sessions').get()?.prompt
  file.close()
  return prompt
}

const stages: [string, { untilTool: boolean; delayMs: number; signals: NodeJS.Signals[] }][] = [
  ['starting', { untilTool: false, delayMs: 60, signals: ['SIGINT'] }],
  ['planning', { untilTool: false, delayMs: 250, signals: ['SIGINT'] }],
  ['a tool running', { untilTool: true, delayMs: 0, signals: ['SIGINT'] }],
  ['streaming', { untilTool: true, delayMs: 400, signals: ['SIGINT'] }],
  ['streaming, twice', { untilTool: true, delayMs: 200, signals: ['SIGINT', 'SIGINT'] }],
  ['streaming, by a closed terminal', { untilTool: true, delayMs: 200, signals: ['SIGHUP'] }],
]

it.each(stages)(
  '§10: Ctrl-C while %s leaves the story intact and no process behind',
  async (_, { untilTool, delayMs, signals }) => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, { name: 'sleeper', script: stubborn, trigger: 'sleep' })
    await narratoria(['play', '--session', 'bed', '--prompt', 'I light the torch'], { home })

    const child = spawn(
      process.execPath,
      [program, 'play', '--session', 'bed', '--skills', skills, '--prompt', 'I sleep'],
      {
        env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), HOME: home, NO_COLOR: '1' },
        stdio: 'ignore',
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    if (untilTool) await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const interruptedAt = Date.now()
    for (const signal of signals) {
      child.kill(signal)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await closed
    expect(Date.now() - interruptedAt).toBeLessThan(12_000)

    if (existsSync(join(home, 'pid'))) await until(() => !isAlive(Number(readFileSync(join(home, 'pid'), 'utf8'))))
    expect(existsSync(join(home, 'pid')) && isAlive(Number(readFileSync(join(home, 'pid'), 'utf8')))).toBe(false)
    const shown = JSON.parse((await narratoria(['sessions', 'show', 'bed', '--json'], { home })).stdout) as {
      turns: { prompt: string }[]
    }
    expect(shown.turns.map(({ prompt }) => prompt)).toEqual(['I light the torch'])
    const next = await narratoria(['play', '--session', 'bed', '--json', '--prompt', 'I wait'], { home })
    expect(next.code, next.stderr).toBe(0)
    expect((JSON.parse(next.stdout) as { state: object }).state).not.toHaveProperty('slept')
  },
)

it.runIf(process.platform === 'linux')(
  '§10: Ctrl-C while a language model plans ends the model’s process with the program, and plays no turn',
  async () => {
    const home = temporaryFolder()
    const model = join(home, 'slow.gguf')
    // It evaluates the catalogue for seconds: the signal comes while it does.
    writeRandomModel(model, { ...tinyShape, layers: 24, width: 256, feedForward: 1024 })
    const child = spawn(
      process.execPath,
      [program, 'play', '--model', model, '--session', 'bed', '--prompt', 'I wait'],
      {
        env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), HOME: home, NO_COLOR: '1' },
        stdio: 'ignore',
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    const worker = () => {
      const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
      // It has the model's file open once it has loaded it.
      return pids.find((pid) => pid !== '' && readFileSync(`/proc/${pid}/maps`, 'utf8').includes(model))
    }
    let pid: string | undefined
    await until(() => (pid = worker()) !== undefined)
    expect(pid).toBeDefined()
    // The store knows of the turn before it is planned.
    await until(() => inFlight(join(home, 'home', 'sessions.db')) === 'I wait')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(child.exitCode).toBe(null)
    child.kill('SIGINT')
    expect(await closed).toBe(130)
    await until(() => !isAlive(Number(pid)))
    expect(isAlive(Number(pid))).toBe(false)
    const shown = await narratoria(['sessions', 'show', 'bed', '--json'], { home })
    expect((JSON.parse(shown.stdout) as { turns: unknown[] }).turns).toEqual([])
  },
)

it('§10: Ctrl-C breaks a turn off and the story goes on; at the prompt it leaves, and the file is closed', async () => {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  writeSkill(skills, { name: 'sleeper', script: stubborn, trigger: 'sleep' })
  const child = spawn(process.execPath, [program, 'play', '--session', 'bed', '--skills', skills], {
    env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), HOME: home, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (told += piece.toString()))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.write('I sleep\n')
  await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
  child.kill('SIGINT')
  await until(() => told.includes('cancelled'))
  child.stdin.write('I light the torch\n')
  await until(() => told.includes('You light the torch'))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  child.kill('SIGINT')
  expect(await closed).toBe(0)
  expect(existsSync(join(home, 'home', 'sessions.db-wal'))).toBe(false)
  const shown = JSON.parse((await narratoria(['sessions', 'show', 'bed', '--json'], { home })).stdout) as {
    turns: { prompt: string }[]
  }
  expect(shown.turns.map(({ prompt }) => prompt)).toEqual(['I light the torch'])
})
