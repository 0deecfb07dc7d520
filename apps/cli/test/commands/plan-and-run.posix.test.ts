import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExecutionResult, Plan, matches } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

function writeTool(folder: string, name: string, body: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\ncat > /dev/null\n${body}\n`)
  chmodSync(join(folder, name), 0o755)
}

function writePlan(folder: string, tools: object[], more: object = {}): string {
  const plan = { requestId: '550e8400-e29b-41d4-a716-446655440000', tools, ...more }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  return 'plan.json'
}

const ok = `echo '{"version":"0","type":"state_patch","patch":{"lit":true}}'; echo '{"version":"0","type":"done","ok":true}'`

describe('narratoria plan', () => {
  it('FR-002: --json prints the plan as JSON without running it', async () => {
    const run = await narratoria(['plan', 'I light the torch and examine the door', '--json'])
    expect(run.code).toBe(0)
    const plan = JSON.parse(run.stdout) as Plan
    expect(matches(Plan, plan)).toBe(true)
    expect(plan.tools.map((tool) => tool.toolPath).join()).toMatch(/torch-lighter.*door-examiner.*narrate/)
  })

  it('FR-008: --disable leaves a skill out', async () => {
    const run = await narratoria([
      'plan',
      'I light the torch and examine the door',
      '--json',
      '--disable',
      'torch-lighter',
    ])
    const plan = JSON.parse(run.stdout) as Plan
    expect(plan.tools.map((tool) => tool.toolPath).join()).not.toMatch(/torch-lighter/)
    expect(plan.disabledSkills).toEqual(['torch-lighter'])
  })
})

describe('--graph', () => {
  it('draws the plan as Mermaid text', async () => {
    const run = await narratoria(['plan', 'I light the torch and examine the door', '--graph'])
    expect(run.stdout).toMatch(/^flowchart /)
    expect(run.stdout).toMatch(/torch-lighter/)
  })
})

describe('narratoria run', () => {
  it('--graph draws the outcome of the plan as Mermaid text, including failures', async () => {
    const folder = temporaryFolder()
    writeTool(folder, 'light.sh', ok)
    writeTool(folder, 'fall.sh', 'exit 3')
    const retryPolicy = { maxRetries: 0 }
    const file = writePlan(folder, [
      { toolId: 'a', toolPath: './light.sh' },
      { toolId: 'b', toolPath: './fall.sh', dependencies: ['a'], retryPolicy },
      { toolId: 'c', toolPath: './light.sh', dependencies: ['b'] },
    ])
    const run = await narratoria(['run', file, '--graph'], { cwd: folder })
    expect(run.stdout).toMatch(/^flowchart /)
    for (const state of ['completed', 'failed', 'skipped']) expect(run.stdout).toContain(state)
    expect(run.code).toBe(1)
  })

  it('executes a plan from a file and from standard input', async () => {
    const folder = temporaryFolder()
    writeTool(folder, 'light.sh', ok)
    const file = writePlan(folder, [{ toolId: 'a', toolPath: './light.sh' }])
    const fromFile = await narratoria(['run', file, '--json'], { cwd: folder })
    expect(fromFile.code, fromFile.stderr).toBe(0)
    expect((JSON.parse(fromFile.stdout) as ExecutionResult).state).toEqual({ lit: true })

    const plan = { requestId: '550e8400-e29b-41d4-a716-446655440000', tools: [{ toolId: 'a', toolPath: './light.sh' }] }
    const fromInput = await narratoria(['run', '-', '--json'], { cwd: folder, input: JSON.stringify(plan) })
    expect((JSON.parse(fromInput.stdout) as ExecutionResult).success).toBe(true)
  })

  it('--ndjson streams every event, and --state is only read', async () => {
    const folder = temporaryFolder()
    writeTool(folder, 'light.sh', ok)
    writeFileSync(join(folder, 'state.json'), '{"old":1}')
    const file = writePlan(folder, [{ toolId: 'a', toolPath: 'light.sh' }])
    const run = await narratoria(['run', file, '--ndjson', '--state', 'state.json'], { cwd: folder })
    const types = run.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
    expect(types).toEqual(expect.arrayContaining(['tool_started', 'tool_event', 'tool_finished']))
  })

  it('exits with 1 if a required tool fails, with its error', async () => {
    const folder = temporaryFolder()
    writeTool(folder, 'fail.sh', 'exit 7')
    const file = writePlan(folder, [{ toolId: 'a', toolPath: 'fail.sh', retryPolicy: { maxRetries: 0 } }])
    const run = await narratoria(['run', file, '--json'], { cwd: folder })
    expect(run.code).toBe(1)
    const result = JSON.parse(run.stdout) as ExecutionResult
    expect(result).toMatchObject({ success: false, failedTools: ['a'], failureReason: 'tool_failure' })
    expect(result.toolResults[0]?.error).toMatch(/7/)
  })

  it.each([
    [
      'a cycle',
      [
        { toolId: 'a', toolPath: 'x', dependencies: ['b'] },
        { toolId: 'b', toolPath: 'x', dependencies: ['a'] },
      ],
      'circular_dependency',
      /a → b → a/,
    ],
    ['a tool outside the roots', [{ toolId: 'a', toolPath: '/bin/true' }], 'invalid_plan', /\/bin\/true/],
    ['an unknown dependency', [{ toolId: 'a', toolPath: 'x', dependencies: ['ghost'] }], 'invalid_plan', /ghost/],
  ])('FR-012: rejects %s with 2 before anything runs', async (_name, tools, failureReason, message) => {
    const folder = temporaryFolder()
    writeTool(folder, 'x', 'touch ran')
    const run = await narratoria(['run', writePlan(folder, tools), '--json'], { cwd: folder })
    expect(run.code).toBe(2)
    const result = JSON.parse(run.stdout) as ExecutionResult
    expect(result.failureReason).toBe(failureReason)
    expect(result.issues?.join()).toMatch(message)
    expect(result.toolResults.every((tool) => tool.attempts.length === 0)).toBe(true)
  })

  it('FR-027: rejects text that is not JSON with 2', async () => {
    const run = await narratoria(['run', '-', '--json'], { input: '{nope' })
    expect(run.code).toBe(2)
    expect(JSON.parse(run.stdout)).toMatchObject({ success: false, failureReason: 'invalid_json' })
  })
})
