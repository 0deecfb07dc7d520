import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = (name: string) => fileURLToPath(import.meta.resolve(`@narratoria/protocol/contracts/${name}`))
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const compile = (name: string) => new Ajv2020({ strict: false }).compile(readJson(contract(name)))
const isPlan = compile('plan-json.schema.json')
const isResult = compile('execution-result.schema.json')
const turnEvents = new Ajv2020({ strict: false }).addSchema(readJson(contract('turn-event.schema.json')))
const compilePart = (name: string) => turnEvents.compile({ $ref: `urn:narratoria:contract:turn-event#/$defs/${name}` })
const isTurnResult = compilePart('TurnResult')
const isExecutionEvent = compilePart('ExecutionEvent')

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect([validate(value), validate.errors]).toEqual([true, null])
}

describe('the output of the command line', () => {
  it.each(['I light the torch and examine the door', 'I roll 2d6+3 to pick the lock', 'Hello?'])(
    '001 §13.3: an independent validator accepts the plan for "%s"',
    async (prompt) => {
      const { stdout, code } = await narratoria(['plan', prompt, '--planner', 'stub', '--json'])
      expect(code).toBe(0)
      expectValid(isPlan, JSON.parse(stdout))
    },
  )

  it('001 §13.5: a turn is valid, including its plan and result', async () => {
    const prompt = 'I light the torch and examine the door'
    const played = await narratoria(['play', '--planner', 'stub', '--prompt', prompt, '--json'])
    const document = JSON.parse(played.stdout) as Record<string, unknown>
    expectValid(isPlan, document.plan)
    expectValid(isResult, document.result)
    // The document leaves out the turn's place in its session, and names the execution `result`.
    expectValid(isTurnResult, { ...document, execution: document.result, seq: 1, parentId: null, prompt })
    expect(isTurnResult(document)).toBe(false)
  })

  it('001 §13.5: the event stream of a run is valid, line by line', async () => {
    const plan = contract('example-plan.json')
    const { stdout, code } = await narratoria(['run', plan, '--cwd', root, '--ndjson'])
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    for (const line of lines) expectValid(isExecutionEvent, JSON.parse(line))
    expect(lines.length).toBeGreaterThan(5)
  })

  it.each(['example-plan.json', 'example-plan-replan.json'])(
    '001 §14.3: %s runs, and its result is valid',
    async (name) => {
      const { stdout, code } = await narratoria(['run', contract(name), '--cwd', root, '--json'])
      expect(code).toBe(0)
      expectValid(isResult, JSON.parse(stdout))
      expect(JSON.parse(stdout)).toMatchObject({
        success: true,
        state: { discovered: { door_inscription: 'Ancient runes' } },
      })
    },
  )

  it('001 §13.5: the results of an invalid and of a failed plan are valid', async () => {
    const folder = temporaryFolder()
    const plan = readJson(contract('example-plan.json')) as { tools: { dependencies: string[]; toolPath: string }[] }
    for (const spoil of [
      () => (plan.tools[0]!.dependencies = ['examine1']),
      () =>
        Object.assign(plan.tools[0]!, { dependencies: [], toolPath: 'skills/none', retryPolicy: { maxRetries: 0 } }),
    ]) {
      spoil()
      const file = join(folder, 'plan.json')
      writeFileSync(file, JSON.stringify(plan))
      const { stdout } = await narratoria(['run', file, '--cwd', root, '--json'])
      expectValid(isResult, JSON.parse(stdout))
      expect(JSON.parse(stdout)).toMatchObject({ success: false })
    }
  })
})
