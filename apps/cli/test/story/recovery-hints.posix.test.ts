import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { expect, it, onTestFinished } from 'vitest'
import { recoveryHints } from '../../src/story/recovery-hints.ts'
import { temporaryFolder, writeSkill } from '../command-line.ts'

it('FR-028: after a turn whose plans all failed, the hints name every command and the skills to check', async () => {
  const home = temporaryFolder()
  const toolPath = writeSkill(join(home, 'skills'), {
    name: 'breaker',
    script: '#!/bin/sh\nexit 3\n',
    trigger: 'shatter',
  })
  // With one plan per turn, its failure is that of the turn.
  const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, narrator: { maxGenerations: 1 } })
  onTestFinished(() => host.close())
  const session = await host.openSession()
  const result = await session.play('shatter it').result
  expect(result.fallback).toBe(true)
  expect(result.plan?.tools.map((tool) => tool.toolPath)).toContain(toolPath)
  const hints = ['/retry', '/undo', 'in another way', 'narratoria skills check breaker']
  for (const hint of [...hints, '/planner stub'])
    expect(recoveryHints({ ...host, plannerName: 'llama' }, result)).toContain(hint)
  for (const hint of [...hints, '/planner llama'])
    expect(recoveryHints({ ...host, plannerName: 'stub' }, result)).toContain(hint)
})
