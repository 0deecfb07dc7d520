import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

it('FR-001, FR-006: the selected model plans, and its prompt prefix is cached', { timeout: 900_000 }, async () => {
  const home = temporaryFolder()
  writeRandomModel(join(home, 'random.gguf'))
  await narratoria(['models', 'pull', join(home, 'random.gguf')], { home })
  const { code, stdout } = await narratoria(['play', '--prompt', 'I light the torch', '--json'], { home })
  expect(code).toBe(0)
  const turn = JSON.parse(stdout) as { narrative: string; attempts: { planner: string; error?: string }[] }
  expect(turn.narrative).not.toBe('')
  // Random weights may complete no plan in time; then the stub planner plans the turn, and the attempt says so.
  const planner = turn.attempts[0]?.planner
  const error = turn.attempts[0]?.error
  if (planner === 'stub') expect(error).toMatch(/^the model (?:made no plan in time|wrote an incomplete plan)/)
  else expect(planner).toBe('llama')
  // A turn may end before the whole prefix is evaluated; then a later one caches it.
  const kept = () => readdirSync(join(home, 'home', 'cache', 'prefixes')).filter((file) => file.endsWith('.prefix'))
  for (let turns = 0; turns < 8 && kept().length === 0; turns += 1)
    await narratoria(['play', '--prompt', 'I wait'], { home })
  expect(kept()).toHaveLength(1)
})

it('the selected model writes novels unless a connection does', { timeout: 900_000 }, async () => {
  const home = temporaryFolder()
  const run = (...args: string[]) => narratoria(args, { home })
  writeRandomModel(join(home, 'random.gguf'), tinyShape)
  await run('models', 'pull', join(home, 'random.gguf'))
  await run('story', 'new', 'x', '--seed', 'a')
  const { code, stdout, stderr } = await run('story', 'tick', '--json')
  expect(code, stderr).toBe(0)
  const { planFile } = JSON.parse(stdout) as { planFile: string }
  const plan = JSON.parse(readFileSync(join(home, 'x', planFile), 'utf8')) as object
  expect(plan).toMatchObject({ planner: 'local:random', writer: 'local:random' })
})
