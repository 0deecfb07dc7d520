import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning } from '../../../../packages/executor/test/is-running.ts'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'
import { keys, PseudoTerminal, pty } from './pseudo-terminal.ts'

const wide = [
  'The lighthouse keeper counts the waves and loses count, and the lamp above him turns as if it had somewhere to be.',
  'A gull that should not be here at night walks up and down on the railing like somebody who waits for an answer.',
].join(' ')

/** A slow tool that reports progress and streams prose. */
const teller = `#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises'
const say = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
for (let step = 1; step <= 4; step++) {
  say({ type: 'ui_event', event: 'progress', payload: { value: step, max: 4, label: 'climbing' } })
  await sleep(300)
}
for (const word of ${JSON.stringify(wide)}.split(/(?<= )/))
  say({ type: 'ui_event', event: 'narration', payload: { text: word, append: true } })
say({ type: 'done', ok: true })
`

function withTeller(): { home: string; skills: string } {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  writeSkill(skills, { name: 'teller', script: teller, trigger: 'climb' })
  return { home, skills }
}

async function stored(home: string): Promise<{ prompt: string }[]> {
  const run = await narratoria(['sessions', 'show', '--json'], { home })
  return (JSON.parse(run.stdout) as { turns: { prompt: string }[] }).turns
}

/** Generous: the machine may be busy. Every wait is for text on the screen. */
const timeout = 240_000

describe.skipIf(!pty)('narratoria play at a terminal (skipped without pseudo-terminals)', { timeout }, () => {
  it('§10: wraps streamed and listed text at words, also after the window was resized', async () => {
    const { home, skills } = withTeller()
    const terminal = new PseudoTerminal(['play', '--campaign', 'none', '--skills', skills], {
      home,
      columns: 46,
    })
    await terminal.ready()
    terminal.type(`I climb${keys.enter}`)
    await terminal.until(/waits for an\s+answer/)
    await terminal.ready()
    for (const command of ['/help', '/skills', '/tools', '/state', '/branch']) {
      terminal.type(`${command}${keys.enter}`)
      await terminal.until(() => terminal.text.includes(command))
      await terminal.ready()
    }
    expect(terminal.brokenWords).toEqual([])
    const before = terminal.text.length
    terminal.resize(30)
    terminal.type(`I climb again${keys.enter}`)
    await terminal.until(() => /waits\s+for\s+an\s+answer/.test(terminal.text.slice(before)))
    await terminal.ready()
    const shown = terminal.lines.slice(terminal.lines.findLastIndex((line) => line.startsWith('> I climb again')) + 1)
    expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(30)
    expect(Math.max(...shown.map(({ length }) => length))).toBeGreaterThan(20)
  })

  it('§10: a status line shows what a tool does until there is prose, and the screen is never cleared', async () => {
    const { home, skills } = withTeller()
    const terminal = new PseudoTerminal(['play', '--campaign', 'none', '--skills', skills], { home })
    await terminal.ready()
    const before = terminal.raw.length
    terminal.type(`I climb${keys.enter}`)
    await terminal.until(/climbing (25|50|75|100) %/)
    await terminal.until(/waits for an answer/)
    await terminal.ready()
    expect(terminal.text).not.toMatch(/climbing|thinking|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
    expect(terminal.text.match(/· act-1/g)).toHaveLength(1)
    const raw = terminal.raw.slice(before)
    // No alternate screen, no clearing, no cursor up: text on the screen does not move.
    // eslint-disable-next-line no-control-regex
    expect(raw).not.toMatch(/\u001B\[(2J|3J|H|\?1049h|\d*A)/)
    // Each frame is written in one step, so that it does not flicker.
    const frames = raw.split('\r').filter((piece) => /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(piece))
    expect(frames.length).toBeGreaterThan(1)
    // eslint-disable-next-line no-control-regex
    for (const frame of frames) expect(frame).toMatch(/\u001B\[K/)
  })

  it('the first screen offers the campaigns, a premise, and later the last story', async () => {
    const terminal = new PseudoTerminal(['play'])
    await terminal.until(/Which story/)
    expect(terminal.text).toMatch(
      /1\. The Door Without a Handle[\s\S]*The Packet Boat[\s\S]*\d\. Write a premise of your own/,
    )
    terminal.type(`99${keys.enter}`)
    await terminal.until(/Type a number from 1 to/)
    terminal.type(`A gardener finds a bell in the orchard.${keys.enter}`)
    await terminal.until(/Who are you\?\s+1\. The gardener\s+2\. Someone else who is there/)
    terminal.type(`1${keys.enter}`)
    await terminal.until(/What do you want\?[\s\S]*or in your own words/)
    terminal.type(`ring it${keys.enter}`)
    await terminal.until(/How much is added to what your premise says\?[\s\S]*Enter for 2/)
    terminal.type(keys.enter)
    await terminal.ready()
    expect(terminal.text).toMatch(
      /The Bell\s+A gardener finds a bell in the orchard\.[\s\S]*You are the gardener[\s\S]*What you want: to ring\s+it\.[\s\S]* 3\. /,
    )
    terminal.type(`1${keys.enter}`)
    await terminal.until(/narrate-1/)
    await terminal.ready()
    terminal.type(`/quit${keys.enter}`)
    expect(await terminal.exited).toBe(0)
    const again = new PseudoTerminal(['play'], { home: terminal.home })
    await again.until(/1\. Continue “The Bell”, 1 turn so far/)
    again.type(`1${keys.enter}`)
    await again.ready()
    expect((await stored(terminal.home)).length).toBe(1)
  })

  it('§10: a number or the arrow keys select a choice', async () => {
    const terminal = new PseudoTerminal(['play', '--new'])
    await terminal.until(/1\. Go up/)
    await terminal.ready()
    terminal.type(keys.down)
    await terminal.until(() => terminal.input === '> Go up')
    terminal.type(keys.down)
    await terminal.until(() => terminal.input === '> Light the torch')
    terminal.type(keys.up)
    await terminal.until(() => terminal.input === '> Go up')
    terminal.type(keys.down)
    await terminal.until(() => terminal.input === '> Light the torch')
    terminal.type(keys.enter)
    await terminal.until(/light-1/)
    await terminal.ready()
    terminal.type(`1${keys.enter}`)
    await terminal.until(/Half a tower/)
    await terminal.ready()
    terminal.type(`/quit${keys.enter}`)
    expect(await terminal.exited).toBe(0)
    expect((await stored(terminal.home)).map(({ prompt }) => prompt)).toEqual(['Light the torch', 'Go up'])
  })

  it('§10: the history contains prompts of this and earlier runs, and Tab completes commands', async () => {
    const terminal = new PseudoTerminal(['play', '--new'])
    await terminal.ready()
    terminal.type(`I light the torch${keys.enter}`)
    await terminal.until(/light-1/)
    await terminal.ready()
    terminal.type(keys.up)
    await terminal.until(() => terminal.input === '> I light the torch')
    terminal.type(keys.ctrlC)
    await terminal.ready()
    terminal.type(`/qu${keys.tab}`)
    await terminal.until(() => terminal.input === '> /quit')
    terminal.type(keys.enter)
    expect(await terminal.exited).toBe(0)

    const again = new PseudoTerminal(['play'], { home: terminal.home })
    await again.until(/Which story/)
    again.type(keys.enter)
    await again.ready()
    again.type(keys.up)
    await again.until(() => again.input === '> I light the torch')
  })

  it('§10: one line shows the number of skills and the commands to get a model; a prompt can have several lines', async () => {
    const terminal = new PseudoTerminal(['play', '--new'])
    await terminal.ready()
    const banner =
      /^\d+ skills, no language model\s\(narratoria models connect,\sor\smodels\spull\s(\S+)\)\.\s\/help\shelps\.$/m
    const [, name = ''] = banner.exec(terminal.text) ?? []
    const { stdout } = await narratoria(['models', 'list', '--json'])
    const { recommended } = JSON.parse(stdout) as { recommended: { name: string; sizeBytes: number }[] }
    expect(name).toBe(recommended.toSorted((one, other) => one.sizeBytes - other.sizeBytes)[0]?.name)
    terminal.type(`I light the torch \\${keys.enter}`)
    await terminal.until(() => terminal.input.startsWith('…'))
    terminal.type(`and wait${keys.enter}`)
    await terminal.until(/light-1/)
    await terminal.ready()
    terminal.type('\u001B[200~I light\r\nthe torch\r\nagain\u001B[201~')
    await terminal.until(() => terminal.input === '> I light⏎the torch⏎again')
    terminal.type(keys.enter)
    await terminal.until(() => terminal.text.split('light-1').length > 2)
    await terminal.ready()
    terminal.type(`/quit${keys.enter}`)
    await terminal.exited
    expect((await stored(terminal.home)).map(({ prompt }) => prompt)).toEqual([
      'I light the torch \nand wait',
      'I light\nthe torch\nagain',
    ])
  })

  it.each([
    ['--plain', ['--plain'], {}],
    ['a dumb terminal', [], { TERM: 'dumb' }],
  ])('§10: with %s nothing is coloured or redrawn, and the story can be played', async (_, args, env) => {
    const { home, skills } = withTeller()
    const terminal = new PseudoTerminal(['play', '--campaign', 'none', '--skills', skills, ...args], {
      home,
      env,
    })
    await terminal.until(() => terminal.input.startsWith('>'))
    terminal.type('I climb\r')
    await terminal.until(/waits for an answer/)
    await terminal.until(() => terminal.input === '>' || terminal.input === '> ')
    terminal.type('/quit\r')
    expect(await terminal.exited).toBe(0)
    expect(terminal.raw).not.toContain('\u001B')
    expect(terminal.raw).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏·]/)
    expect(terminal.text).not.toContain('act-1')
  })

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' } as NodeJS.ProcessEnv, '·'],
    ['no UTF-8', { LANG: 'C', LC_ALL: 'C' } as NodeJS.ProcessEnv, '-'],
  ])('§10: with %s only supported characters and colours are used', async (_, env, dot) => {
    const terminal = new PseudoTerminal(['play', '--new'], { env })
    await terminal.ready()
    terminal.type('\u001B[200~I light\r\nthe torch\u001B[201~')
    await terminal.until(() => terminal.input === (dot === '-' ? '> I light\\nthe torch' : '> I light⏎the torch'))
    terminal.type(keys.enter)
    await terminal.until(/light-1/)
    await terminal.ready()
    expect((await stored(terminal.home)).map(({ prompt }) => prompt)).toEqual(['I light\nthe torch'])
    // eslint-disable-next-line no-control-regex
    expect(/\u001B\[\d+m/.test(terminal.raw)).toBe(env.NO_COLOR === undefined)
    expect(terminal.text).toMatch(new RegExp(`${dot} recall-memory-1, light-1`))
    // eslint-disable-next-line no-control-regex
    if (dot === '-') expect(terminal.raw).toMatch(/^[\u0000-\u007F]*$/)
  })

  it('FR-035: a skill in a newly created user folder can be used at once', async () => {
    const terminal = new PseudoTerminal(['play', '--new'])
    await terminal.ready()
    expect(existsSync(join(terminal.home, 'home', 'skills'))).toBe(false)
    writeSkill(join(terminal.home, 'home', 'skills'), { name: 'teller', script: teller, trigger: 'climb' })
    await terminal.until(() => {
      if (!/teller: A skill of a test/.test(terminal.text) && terminal.input === '>')
        terminal.type(`/skills${keys.enter}`)
      return /teller: A skill of a test/.test(terminal.text)
    })
    await terminal.ready()
    terminal.type(`I climb${keys.enter}`)
    await terminal.until(/waits for an answer/)
  })
})

/** A tool that narrates without end and ignores SIGTERM. */
const stubborn = `#!/usr/bin/env node
import { appendFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
appendFileSync(process.env.HOME + '/pids', process.pid + '\\n')
const say = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
say({ type: 'ui_event', event: 'progress', payload: { label: 'dozing' } })
setTimeout(() => setInterval(() => say({ type: 'ui_event', event: 'narration', payload: { text: 'Zzz. ', append: true } }), 50), 1500)
`

/** A tool whose turn takes time to store. */
const hoarder = `#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
const say = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
for (let part = 0; part < 4; part++)
  say({ type: 'log', level: 'debug', message: randomBytes(1_000_000).toString('hex') })
say({ type: 'ui_event', event: 'narration', payload: { text: 'All is stowed away.', append: true } })
say({ type: 'done', ok: true })
`

describe.skipIf(!pty)('Ctrl-C at a terminal (skipped without pseudo-terminals)', { timeout }, () => {
  function begin() {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, { name: 'sleeper', script: stubborn, trigger: 'sleep' })
    writeSkill(skills, { name: 'hoarder', script: hoarder, trigger: 'stow' })
    return new PseudoTerminal(['play', '--session', 'bed', '--skills', skills], { home })
  }

  /** The ids of running tool processes. */
  function alive(home: string): number[] {
    const file = join(home, 'pids')
    const pids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
    return pids.filter(isRunning)
  }

  async function goOnAndLeave(terminal: PseudoTerminal, before: string[]): Promise<void> {
    await terminal.until(() => terminal.input === '>')
    expect(alive(terminal.home)).toEqual([])
    terminal.type(`I light the torch${keys.enter}`)
    await terminal.until(/light-1/)
    await terminal.until(() => terminal.input === '>')
    // One Ctrl-C at an empty prompt asks before leaving.
    const shown = terminal.text.length
    terminal.type(keys.ctrlC)
    await terminal.until(() => /Ctrl-C again leaves/.test(terminal.text.slice(shown)))
    await terminal.until(() => terminal.input === '>')
    terminal.type(keys.ctrlC)
    expect(await terminal.exited).toBe(0)
    expect(existsSync(join(terminal.home, 'home', 'sessions.db-wal'))).toBe(false)
    const turns = (await stored(terminal.home)).map(({ prompt }) => prompt)
    expect(turns).toEqual([...before, 'I light the torch'])
    const replay = await narratoria(['sessions', 'replay', 'bed', '--json'], { home: terminal.home })
    expect((JSON.parse(replay.stdout) as { faithful: boolean }).faithful).toBe(true)
  }

  const stages: [string, (terminal: PseudoTerminal) => Promise<void> | void][] = [
    ['planning', (terminal) => terminal.type(`I sleep${keys.enter}${keys.ctrlC}`)],
    [
      'a tool running',
      async (terminal) => {
        terminal.type(`I sleep${keys.enter}`)
        await terminal.until(/dozing/)
        terminal.type(keys.ctrlC)
      },
    ],
    [
      'streaming',
      async (terminal) => {
        terminal.type(`I sleep${keys.enter}`)
        await terminal.until(/Zzz/)
        terminal.type(keys.ctrlC)
      },
    ],
  ]

  it('§10: while a turn is planned, a tool runs or text streams: cancels the turn, leaves the story unchanged and no process running', async () => {
    const terminal = begin()
    await terminal.ready()
    for (const [stage, interrupt] of stages) {
      const before = terminal.text.length
      await interrupt(terminal)
      await terminal.until(() => terminal.text.slice(before).includes('cancelled'))
      await terminal.until(() => terminal.input === '>')
      expect(alive(terminal.home), stage).toEqual([])
    }
    await goOnAndLeave(terminal, [])
  })

  it('§10: while a turn is being stored stores it completely or not at all', async () => {
    const terminal = begin()
    await terminal.ready()
    terminal.type(`I stow it${keys.enter}`)
    await terminal.until(/All is stowed away/)
    terminal.type(keys.ctrlC)
    // If it is too late to cancel the turn, the program says so, or has reached the prompt and asks before leaving.
    const text = await terminal.until(/cancelled|part of the story|Ctrl-C again leaves/)
    await goOnAndLeave(terminal, /cancelled/.test(text) ? [] : ['I stow it'])
  })

  it('§10: twice exits within seconds and leaves no process running', async () => {
    const terminal = begin()
    await terminal.ready()
    terminal.type(`I sleep${keys.enter}`)
    await terminal.until(/Zzz/)
    terminal.type(keys.ctrlC + keys.ctrlC)
    expect(await terminal.exited).toBe(130)
    await terminal.until(() => alive(terminal.home).length === 0)
    expect((await narratoria(['sessions', 'show', 'bed'], { home: terminal.home })).code).toBe(0)
  })
})
