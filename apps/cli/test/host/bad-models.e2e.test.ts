import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

/** A model of an unknown architecture. */
function writeUnknown(path: string): void {
  writeRandomModel(path, { ...tinyShape, layers: 1 })
  writeFileSync(path, Buffer.from(readFileSync(path, 'latin1').replaceAll('qwen2', 'zorg9'), 'latin1'))
}

// Simulates a machine with little memory.
const littleMemory = '--import=data:text/javascript,process.availableMemory=()=>1000'

describe('FR-005: with --model and a file that', () => {
  it.each<[string, RegExp, (path: string) => void]>([
    [
      'has an unknown architecture',
      /"zorg9", which this version of llama\.cpp does not support; use another/,
      writeUnknown,
    ],
    [
      'is incomplete',
      /may be incomplete; download it again/,
      (path) => (writeRandomModel(path), truncateSync(path, 200_000)),
    ],
    [
      'is not GGUF',
      /not a GGUF model; use a file that ends in \.gguf/,
      (path) => writeFileSync(path, 'Eggs. Milk. Bread.'),
    ],
    ['is empty', /not a GGUF model; use a file that ends in \.gguf/, (path) => writeFileSync(path, '')],
    ['is missing', /neither in the store nor as a file; "narratoria models list"/, () => {}],
    [
      'needs too much memory',
      /needs more memory than is free; use a smaller model/,
      (path) => (writeRandomModel(path), vi.stubEnv('NODE_OPTIONS', littleMemory)),
    ],
  ])('%s, a message says what to do, and the stub planner plays', async (_, message, make) => {
    const home = temporaryFolder()
    const model = join(home, 'given.gguf')
    make(model)
    const run = await narratoria(['play', '--model', model, '--prompt', 'I light the torch', '--json'], { home })
    vi.unstubAllEnvs()
    expect(run.stderr).toMatch(message)
    expect(run.stderr).toMatch(/; the stub planner plays\.\n/)
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect({ code: run.code, turn: JSON.parse(run.stdout) as object }).toMatchObject({
      code: 0,
      turn: {
        narrative: expect.stringMatching(/torch/i),
        fallback: false,
        attempts: [{ planner: 'stub' }],
        state: { world: { is: { torch: { lit: true } } } },
      },
    })
  })
})

it('--planner llama without a model is rejected', async () => {
  const run = await narratoria(['play', '--planner', 'llama', '--model', 'nowhere.gguf', '--prompt', 'I wait'])
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('narratoria models list') })
})

it.each([
  ['two', ';'],
  ['0x2', ';'],
  ['1e0', ';'],
  [' 1', ';'],
  ['0', ';'],
  ['100000', ', at most '],
])('an invalid number of threads, "%s", is reported, and the stub planner plays', async (threads, range) => {
  const home = temporaryFolder()
  const model = join(home, 'good.gguf')
  writeRandomModel(model)
  vi.stubEnv('NARRATORIA_THREADS', threads)
  const run = await narratoria(['play', '--model', model, '--prompt', 'I light the torch'], { home })
  vi.unstubAllEnvs()
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/torch/i) })
  expect(run.stderr).toContain(`NARRATORIA_THREADS is "${threads}"; it must be a positive integer${range}`)
  expect(run.stderr).toContain('; the stub planner plays')
})
