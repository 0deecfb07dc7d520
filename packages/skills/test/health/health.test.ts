import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSkills, type SkillErrorState, type SkillOutcome, type SkillRegistry } from '../../src/index.ts'
import { buildWorld, manifest, type World } from '../world.ts'

interface Patient {
  world: World
  registry: SkillRegistry
  clock: { now: number }
  folder: string
  report: (...outcomes: SkillOutcome[]) => SkillErrorState
}

async function patient(): Promise<Patient> {
  const world = buildWorld()
  const folder = world.skill('dice', { 'skill.json': manifest('dice') })
  const clock = { now: 1_000_000 }
  const registry = await openSkills({ roots: [world.root], home: world.home, now: () => clock.now })
  onTestFinished(() => registry.close())
  const report = (...outcomes: SkillOutcome[]) => {
    for (const outcome of outcomes) registry.reportResult('dice', outcome)
    return registry.get('dice')!.errorState
  }
  return { world, registry, clock, folder, report }
}

const ok: SkillOutcome = { state: 'completed', retryCount: 0 }
const retried: SkillOutcome = { state: 'completed', retryCount: 2 }
const failed: SkillOutcome = { state: 'failed', errorCode: 'exit_code' }
const timeout: SkillOutcome = { state: 'timeout', errorCode: 'timeout' }
const garbled: SkillOutcome = { state: 'failed', errorCode: 'invalid_json' }
const missing: SkillOutcome = { state: 'failed', errorCode: 'tool_not_found' }

test.each<[what: string, outcomes: SkillOutcome[], state: SkillErrorState]>([
  ['nothing yet', [], 'healthy'],
  ['successes', [ok, ok], 'healthy'],
  ['a success after retries', [retried], 'degraded'],
  ['two failures', [failed, timeout], 'degraded'],
  ['three failures in a row', [failed, timeout, failed], 'temporaryFailure'],
  ['three failures with a success between', [failed, failed, ok, failed], 'degraded'],
  ['two successes after a failure', [failed, ok, ok], 'degraded'],
  ['three successes after a failure', [failed, ok, ok, ok], 'healthy'],
  ['successes broken by a retry', [failed, ok, ok, retried, ok], 'degraded'],
  ['a missing file', [missing], 'permanentFailure'],
  ['a missing file, then a late success', [missing, ok], 'permanentFailure'],
  ['the protocol broken twice', [garbled, garbled], 'degraded'],
  ['the protocol broken three times in a row', [garbled, garbled, garbled], 'permanentFailure'],
  [
    'skipped, cancelled, reused and refused results',
    [
      { state: 'skipped' },
      { ...failed, errorCode: 'cancelled' },
      { ...failed, reused: true },
      { state: 'completed', retryCount: 2, refused: true },
      { ...failed, errorCode: 'invalid_input' },
    ],
    'healthy',
  ],
])('FR-063: health after %s', async (_, outcomes, state) => {
  const { report } = await patient()
  expect(report(...outcomes)).toBe(state)
})

test('FR-063: a temporary failure ends after a pause that doubles with each further failure', async () => {
  const { clock, report, registry } = await patient()
  expect(report(failed, failed, failed)).toBe('temporaryFailure')
  expect(registry.available()).toMatchObject([{ errorState: 'temporaryFailure' }])
  clock.now += 29_999
  expect(report()).toBe('temporaryFailure')
  clock.now += 1
  expect(report()).toBe('degraded')
  for (const pauseMs of [60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
    expect(report(failed)).toBe('temporaryFailure')
    clock.now += pauseMs - 1
    expect(report()).toBe('temporaryFailure')
    clock.now += 1
    expect(report()).toBe('degraded')
  }
  expect(report(ok, ok, ok)).toBe('healthy')
  expect(report(failed, failed, failed)).toBe('temporaryFailure')
  clock.now += 30_000
  expect(report()).toBe('degraded')
})

test('FR-063: a skill with a permanent failure is not available until its folder changes or the user enables it', async () => {
  const { registry, folder, report } = await patient()
  const changes: unknown[] = []
  registry.on('health', ({ name, errorState, previous }) => changes.push([name, previous, errorState]))
  report(missing)
  expect(registry.available()).toEqual([])
  expect(registry.list()).toMatchObject([{ errorState: 'permanentFailure', enabled: true }])
  writeFileSync(join(folder, 'prompt.md'), 'Fixed.')
  await registry.reload()
  expect(registry.available()).toMatchObject([{ errorState: 'healthy' }])
  report(missing)
  await registry.setEnabled('dice', true)
  expect(report()).toBe('healthy')
  expect(changes).toEqual([
    ['dice', 'healthy', 'permanentFailure'],
    ['dice', 'permanentFailure', 'healthy'],
    ['dice', 'healthy', 'permanentFailure'],
    ['dice', 'permanentFailure', 'healthy'],
  ])
})

test('FR-063: a snapshot keeps the health it was taken with', async () => {
  const { registry, report } = await patient()
  const snapshot = registry.snapshot()
  report(missing)
  expect(snapshot.available()).toMatchObject([{ errorState: 'healthy' }])
})

describe('another program', () => {
  test('FR-063: sees an unhealthy skill, and when it is healthy again', async () => {
    const { world, clock, report } = await patient()
    const errorState = async () => {
      const other = await openSkills({ roots: [world.root], home: world.home, now: () => clock.now })
      await other.close()
      return other.get('dice')!.errorState
    }
    const steps: [SkillOutcome[], SkillErrorState][] = [
      [[failed], 'degraded'],
      [[failed, failed], 'temporaryFailure'],
      [[ok], 'degraded'],
      [[ok, ok], 'healthy'],
      [[missing], 'permanentFailure'],
    ]
    for (const [outcomes, state] of steps) {
      report(...outcomes)
      await expect.poll(errorState).toBe(state)
    }
    clock.now += 25 * 60 * 60_000
    expect(await errorState()).toBe('healthy')
  })

  test('FR-063: continues the count of the previous program', async () => {
    const { world, clock } = await patient()
    for (const state of ['degraded', 'degraded', 'temporaryFailure']) {
      const program = await openSkills({ roots: [world.root], home: world.home, now: () => clock.now })
      program.reportResult('dice', failed)
      await program.close()
      expect(program.get('dice')!.errorState).toBe(state)
    }
  })

  test('FR-063: resets a skill whose files changed since, or whose record is damaged', async () => {
    const { world, folder, report } = await patient()
    report(missing)
    await expect.poll(() => existsSync(join(world.home, 'skill-health/dice.json'))).toBe(true)
    writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest('dice', { version: '2.0.0' })))
    for (const damage of [undefined, '{', '{"record":{"state":"healthy"}}', '[]']) {
      if (damage !== undefined) writeFileSync(join(world.home, 'skill-health/dice.json'), damage)
      const other = await openSkills({ roots: [world.root], home: world.home })
      await other.close()
      expect(other.get('dice')!.errorState).toBe('healthy')
    }
  })
})
