import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { isAlive, narratoria, startProgram, temporaryFolder, until, writeSkill } from '../command-line.ts'

/** A tool that writes its process id, narrates without end, and ignores SIGTERM. */
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
  '§10: Ctrl-C while %s leaves the story intact and no process running',
  async (_, { untilTool, delayMs, signals }) => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, { name: 'sleeper', script: stubborn, trigger: 'sleep' })
    await narratoria(['play', '--session', 'bed', '--prompt', 'I light the torch'], { home })

    const args = ['play', '--session', 'bed', '--skills', skills, '--prompt', 'I sleep']
    const child = startProgram(args, { home, stdio: 'ignore' })
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
  '§10: Ctrl-C while a model plans ends its process and plays no turn',
  async () => {
    const home = temporaryFolder()
    const model = join(home, 'slow.gguf')
    // Evaluating the prompt prefix takes seconds, so that the signal arrives during it.
    writeRandomModel(model, { ...tinyShape, layers: 24, width: 256, feedForward: 1024 })
    const args = ['play', '--model', model, '--session', 'bed', '--prompt', 'I wait']
    const child = startProgram(args, { home, stdio: 'ignore' })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    const worker = () => {
      const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
      // The model's file is mapped once it is loaded.
      return pids.find((pid) => pid !== '' && readFileSync(`/proc/${pid}/maps`, 'utf8').includes(model))
    }
    let pid: string | undefined
    await until(() => (pid = worker()) !== undefined)
    expect(pid).toBeDefined()
    // The turn is in the store before it is planned.
    await until(() => inFlight(join(home, 'home', 'sessions.db')) === 'I wait')
    expect(child.exitCode).toBe(null)
    child.kill('SIGINT')
    expect(await closed).toBe(130)
    await until(() => !isAlive(Number(pid)))
    expect(isAlive(Number(pid))).toBe(false)
    const shown = await narratoria(['sessions', 'show', 'bed', '--json'], { home })
    expect((JSON.parse(shown.stdout) as { turns: unknown[] }).turns).toEqual([])
  },
)

it('§10: Ctrl-C cancels a turn and the story continues; at the prompt it exits, and the database is closed', async () => {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  writeSkill(skills, { name: 'sleeper', script: stubborn, trigger: 'sleep' })
  const child = startProgram(['play', '--session', 'bed', '--skills', skills], { home })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin!.write('I sleep\n')
  await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
  child.kill('SIGINT')
  await until(() => output.includes('cancelled'))
  child.stdin!.write('I light the torch\n')
  await until(() => output.includes('You light the torch'))
  // The help shows that the story waits for the next prompt.
  child.stdin!.write('/help\n')
  await until(() => output.includes('/quit'))
  child.kill('SIGINT')
  expect(await closed).toBe(0)
  expect(existsSync(join(home, 'home', 'sessions.db-wal'))).toBe(false)
  const shown = JSON.parse((await narratoria(['sessions', 'show', 'bed', '--json'], { home })).stdout) as {
    turns: { prompt: string }[]
  }
  expect(shown.turns.map(({ prompt }) => prompt)).toEqual(['I light the torch'])
})
