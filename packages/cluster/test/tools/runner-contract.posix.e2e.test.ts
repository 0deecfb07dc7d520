import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerContract, type ToolBehaviour } from '@narratoria/executor/testing'
import { openSkills } from '@narratoria/skills'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { openClusterWorker } from '../../src/index.ts'
import { type Joined, joinCluster } from '../../src/process/join-cluster.ts'
import { ClusterToolRunner } from '../../src/tools/cluster-tool-runner.ts'
import { SkillTools } from '../../src/tools/skill-tools.ts'
import { testKey } from '../fixtures/open-cluster.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

const tools = fileURLToPath(new URL('../../../executor/test/fixtures/tools', import.meta.url))
const fixtures: Record<ToolBehaviour, string> = {
  echo: 'echo.mjs',
  fail: 'fail.sh',
  hang: 'sleep.sh',
  stubborn: 'ignores-sigterm.sh',
  many: 'twenty-thousand.sh',
  missing: 'missing.mjs',
}

describe('ClusterToolRunner with a worker: the contract of tool runners', () => {
  let home: string
  let joined: Joined
  let runner: ClusterToolRunner
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'narratoria-runner-'))
    const folder = join(home, 'skills', 'contract')
    await mkdir(folder, { recursive: true })
    await cp(tools, join(folder, 'scripts'), { recursive: true })
    const scripts = [{ name: 'echo', path: 'scripts/echo.mjs', description: 'Echoes.' }]
    const manifest = { name: 'contract', version: '1.0.0', description: 'The tools of the contract.', scripts }
    await writeFile(join(folder, 'skill.json'), JSON.stringify(manifest))
    const database = await openPglite()
    const skills = await openSkills({ roots: [join(home, 'skills')], home })
    const worker = await openClusterWorker({ database, key: testKey, skills, slots: 16 })
    joined = await joinCluster(
      { database, key: testKey },
      { kind: 'host', slots: 0 },
      {
        message: (payload) => runner.look(payload.split(' ')[1]!),
        ready: () => {},
        plays: () => false,
        runs: () => false,
      },
    )
    runner = new ClusterToolRunner(joined)
    const names = new SkillTools(skills)
    runner.use(names)
    await joined.member.join()
    closing.push(async () => {
      await worker.close()
      await joined.leave()
      names.close()
      await skills.close()
    })
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await rm(home, { recursive: true, force: true })
  })

  test('the worker is known', () => {
    expect(joined.member.others).toMatchObject([{ kind: 'worker', tools: [expect.any(String)] }])
  })

  const cases = runnerContract(() => ({
    runner,
    toolPath: (behaviour) => join(home, 'skills', 'contract', 'scripts', fixtures[behaviour]),
  }))
  test.each(cases)('$name', ({ run }) => run())
})
