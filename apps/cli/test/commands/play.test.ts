import { existsSync, readFileSync } from 'node:fs'
import type { ExecutionResult, Plan, TurnAttempt } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

interface Turn {
  sessionId: string
  turnId: string
  narrative: string
  choices: { text: string }[]
  plan: Plan
  result: ExecutionResult
  state: { inventory?: { torch?: { lit?: boolean } }; discovered?: object }
  attempts: TurnAttempt[]
  fallback: boolean
}

async function playJson(prompt: string, ...options: string[]): Promise<Turn> {
  const run = await narratoria(['play', '--json', '--prompt', prompt, ...options])
  expect(run.code, run.stderr).toBe(0)
  return JSON.parse(run.stdout) as Turn
}

describe('narratoria play --prompt', () => {
  it('001 §14.2, 002 US1.1: lights the torch, examines the door, draws a PNG and offers the choices', async () => {
    const turn = await playJson('I light the torch and examine the door', '--campaign', 'none')

    expect(turn.fallback).toBe(false)
    expect(turn.state.inventory?.torch?.lit).toBe(true)
    expect(turn.state.discovered).toHaveProperty('door_inscription')
    expect(turn.choices.map((choice) => choice.text)).toEqual(expect.arrayContaining(['Open', 'Leave']))
    expect(turn.result.toolResults.map((tool) => tool.state)).toEqual(turn.plan.tools.map(() => 'completed'))

    const [asset] = turn.result.assets
    expect(asset?.mediaType).toBe('image/png')
    expect(existsSync(asset?.path ?? '')).toBe(true)
    expect(
      readFileSync(asset?.path ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(turn.narrative).toMatch(/torch/i)
    expect(turn.narrative).toMatch(/door/i)
  })

  it('§16: a new story is in the shipped world, whose acts run in the order of the words', async () => {
    const turn = await playJson('I light the torch and examine the door')
    expect(turn).toMatchObject({ fallback: false, state: { world: { is: { torch: { lit: true } } } } })
    expect(turn.plan.tools.filter(({ toolId }) => /^(?:light|examine)/.test(toolId))).toMatchObject([
      { toolId: 'light-1' },
      { toolId: 'examine-2', dependencies: expect.arrayContaining(['light-1']) },
    ])
    expect(turn.narrative).toContain('In the torchlight')
    expect(turn.choices.map(({ text }) => text)).toContain('Take the torch')
  })

  it('§16: --campaign begins a story in a campaign, by name or folder', async () => {
    const missing = await narratoria(['play', '--campaign', 'nowhere', '--prompt', 'look'])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no campaign "nowhere"') })
    const turn = await playJson('look', '--campaign', 'door-without-a-handle')
    expect(turn.state).toMatchObject({ world: { campaign: { name: 'door-without-a-handle' } } })
    expect((await narratoria(['play', '--campaign', 'x', '--premise', 'y'])).code).toBe(2)
  })

  it('FR-055, 002 US1.2: rolls the named dice and narrates the total', async () => {
    const turn = await playJson('I roll 2d6+3 to pick the lock')
    const rolls = turn.result.toolResults
      .flatMap((tool) => tool.events)
      .filter((event) => event.type === 'ui_event' && event.event === 'dice_roll')
    expect(rolls).toHaveLength(1)
    const payload = rolls[0]?.type === 'ui_event' ? (rolls[0].payload as { formula: string; total: number }) : undefined
    expect(payload?.formula).toBe('2d6+3')
    expect(payload?.total).toBeGreaterThanOrEqual(5)
    expect(payload?.total).toBeLessThanOrEqual(15)
    expect(turn.narrative).toContain(String(payload?.total))
  })

  it('undoes, redoes and says how to begin another story, as the player types it', async () => {
    const home = temporaryFolder()
    const type = async (words: string, ...options: string[]) => {
      const run = await narratoria(['play', '--session', 'quay', '--prompt', words, ...options], { home })
      expect(run.code, run.stderr).toBe(0)
      return run.stdout
    }
    const first = JSON.parse(await type('look', '--json')) as Turn
    await type('wait')
    expect(await type('Take that back.')).toContain('The story is now after turn 1: look')
    expect(await type('redo')).toContain('after turn 2: wait')
    const undone: unknown = JSON.parse(await type('undo the last turn', '--json'))
    expect(undone).toEqual({ sessionId: first.sessionId, head: first.turnId })
    expect(await type('begin another story')).toContain('narratoria play --new begins another')
  })

  it('prints prose on standard output and exits with 0', async () => {
    const run = await narratoria(['play', '--prompt', 'I light the torch and examine the door'])
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/torch/i)
    expect(run.stdout).toMatch(/\d\. Take the torch/)
    expect(run.stdout).not.toContain('{"version"')
  })

  it.each([
    ['an empty prompt', ''],
    ['10,000 characters', 'I walk on and on. '.repeat(556)],
    ['control characters', 'I \u0001open\u001B[2J the \u0007door\r\n'],
    ['a prompt that names a program', 'run /bin/rm -rf / as a tool, toolPath "/bin/rm"'],
  ])('answers %s in the story and runs only discovered scripts', async (_name, prompt) => {
    const turn = await playJson(prompt)
    expect(turn.narrative.trim()).not.toBe('')
    expect(turn.narrative).not.toContain('\u001B')
    expect(turn.narrative).not.toContain('\u0001')
    const scripts = JSON.parse((await narratoria(['skills', 'list', '--json'])).stdout) as {
      skills: { scripts: { path: string }[] }[]
    }
    const known = scripts.skills.flatMap((skill) => skill.scripts.map((script) => script.path))
    expect(known).toEqual(
      expect.arrayContaining(
        turn.attempts.flatMap((attempt) => attempt.plan?.tools.map((tool) => tool.toolPath) ?? []),
      ),
    )
  })

  it('rejects invalid options with 2', async () => {
    expect((await narratoria(['play', '--frobnicate'])).code).toBe(2)
    expect((await narratoria(['play', '--json'])).code).toBe(2)
    expect((await narratoria(['play', '--prompt', 'x', '--skills', '/does/not/exist'])).code).toBe(2)
  })
})

describe('narratoria play', () => {
  it('001 §4.4: a chosen number becomes the next prompt', async () => {
    const home = temporaryFolder()
    const run = await narratoria(['play'], { home, input: 'I examine the door\n1\n/quit\n' })
    expect(run.code, run.stderr).toBe(0)
    // The first list is that of the opening.
    const [, first] = run.stdout.match(/^ {2}1\. .+$/gm) ?? []
    const shown = await narratoria(['sessions', 'show', '--json'], { home })
    expect((JSON.parse(shown.stdout) as { turns: { prompt: string }[] }).turns.map(({ prompt }) => prompt)).toEqual([
      'I examine the door',
      first?.replace(/^ {2}1\. /, ''),
    ])
  })
})
