import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
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

/** A home folder and a skill whose tool writes its process id, narrates without end, and ignores SIGTERM. */
function withSleeper() {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  const [pidFile, linesFile] = [join(home, 'pid'), join(home, 'lines')]
  const script = `#!/usr/bin/env node
import { appendFileSync, writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
say({ type: 'state_patch', patch: { slept: true } })
say({ type: 'ui_event', event: 'narration', payload: { text: 'You close your eyes. ' } })
setInterval(() => {
  say({ type: 'ui_event', event: 'narration', payload: { text: 'Zzz. ', append: true } })
  appendFileSync(${JSON.stringify(linesFile)}, '.')
}, 50)
`
  writeSkill(skills, { name: 'sleeper', script, trigger: 'sleep' })
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { home, skills, toolPid: () => Number(read(pidFile)), spokenLines: () => read(linesFile).length }
}
type Sleeper = ReturnType<typeof withSleeper>

/** The prompt of the turn that is being played. */
function inFlight(path: string): unknown {
  const file = new DatabaseSync(path, { readOnly: true })
  const prompt = file.prepare('SELECT in_flight_prompt AS prompt FROM sessions').get()?.prompt
  file.close()
  return prompt
}

async function lightTheTorch(home: string): Promise<void> {
  await narratoria(['play', '--session', 'bed', '--prompt', 'I light the torch'], { home })
}

async function promptsOf(home: string): Promise<string[]> {
  const { stdout } = await narratoria(['sessions', 'show', 'bed', '--json'], { home })
  return (JSON.parse(stdout) as { turns: { prompt: string }[] }).turns.map(({ prompt }) => prompt)
}

async function expectIntact({ home, toolPid }: Sleeper): Promise<void> {
  await until(() => toolPid() === 0 || !isRunning(toolPid()))
  expect(await promptsOf(home)).toEqual(['I light the torch'])
  const next = await narratoria(['play', '--session', 'bed', '--json', '--prompt', 'I wait'], { home })
  expect(next.code, next.stderr).toBe(0)
  expect((JSON.parse(next.stdout) as { state: object }).state).not.toHaveProperty('slept')
}

const signalStages: [string, { isReached: (sleeper: Sleeper) => boolean; signals: NodeJS.Signals[] }][] = [
  ['SIGINT while starting', { isReached: () => true, signals: ['SIGINT'] }],
  ['SIGINT while streaming', { isReached: ({ spokenLines }) => spokenLines() > 2, signals: ['SIGINT'] }],
  [
    'SIGINT twice while streaming',
    { isReached: ({ spokenLines }) => spokenLines() > 0, signals: ['SIGINT', 'SIGINT'] },
  ],
  ['SIGHUP while streaming', { isReached: ({ spokenLines }) => spokenLines() > 0, signals: ['SIGHUP'] }],
]

it.each(signalStages)('§10: %s leaves the story intact and no process running', async (_, { isReached, signals }) => {
  const sleeper = withSleeper()
  const { home, skills } = sleeper
  await lightTheTorch(home)
  const args = ['play', '--session', 'bed', '--skills', skills, '--prompt', 'I sleep']
  const child = startProgram(args, { home, stdio: 'ignore' })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  await until(() => isReached(sleeper))
  const interruptedAt = Date.now()
  await sendSignals(child, signals)
  await closed
  expect(Date.now() - interruptedAt).toBeLessThan(12_000)
  await expectIntact(sleeper)
})

it.each([
  ['planning', ({ home }: Sleeper) => inFlight(join(home, 'home', 'sessions.db')) === 'I sleep'],
  ['a tool running', ({ toolPid }: Sleeper) => toolPid() !== 0],
])('§10: Ctrl-C while %s leaves the story intact and no process running', async (_, isReached) => {
  const sleeper = withSleeper()
  const { home, skills } = sleeper
  await lightTheTorch(home)
  const args = ['play', '--session', 'bed', '--skills', skills, '--prompt', 'I sleep']
  const command = startCommand(args, { home })
  await until(() => isReached(sleeper))
  command.signal('SIGINT')
  expect(await command.closed).toBe(130)
  await expectIntact(sleeper)
})

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
    await until(() => !isRunning(Number(pid)))
    expect(isRunning(Number(pid))).toBe(false)
    const shown = await narratoria(['sessions', 'show', 'bed', '--json'], { home })
    expect((JSON.parse(shown.stdout) as { turns: unknown[] }).turns).toEqual([])
  },
)

it('§10: Ctrl-C cancels a turn and the story continues; at the prompt it exits, and the database is closed', async () => {
  const { home, skills, toolPid } = withSleeper()
  const command = startCommand(['play', '--session', 'bed', '--skills', skills], { home })
  command.stdin.write('I sleep\n')
  await until(() => toolPid() !== 0)
  command.signal('SIGINT')
  await until(() => command.stderr.includes('cancelled'))
  command.stdin.write('I light the torch\n')
  await until(() => command.stdout.includes('You light the torch'))
  // The help shows that the story waits for the next prompt.
  command.stdin.write('/help\n')
  await until(() => command.stderr.includes('/quit'))
  command.signal('SIGINT')
  expect(await command.closed).toBe(0)
  expect(existsSync(join(home, 'home', 'sessions.db-wal'))).toBe(false)
  expect(await promptsOf(home)).toEqual(['I light the torch'])
})
