import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteSessionStore, type StoredTurn } from '@narratoria/runtime'
import { expect, it } from 'vitest'
import { narratoria, program, startProgram, temporaryFolder } from '../command-line.ts'

/** How many exports are killed: half as many as writes to the store. */
const exportKills = Math.ceil(Number(process.env.NARRATORIA_TORTURE ?? 12) / 2)

function longStory(count: number): StoredTurn[] {
  return Array.from({ length: count }, (_, index) => ({
    sessionId: 'long',
    turnId: `turn-${index}`,
    seq: index + 1,
    status: 'stored',
    parentId: index === 0 ? null : `turn-${index - 1}`,
    prompt: 'I go on',
    narrative: 'You go on. '.repeat(100),
    choices: [],
    plan: null,
    execution: null,
    state: { steps: index },
    attempts: [],
    fallback: false,
    createdAt: index,
    events: [],
    assets: [],
  }))
}

it.skipIf(process.platform === 'win32')(
  '§9: a full disk leaves no part of an export, and the story unchanged',
  async () => {
    const home = temporaryFolder()
    const store = await openSqliteSessionStore(join(home, 'home', 'sessions.db'))
    const session = { sessionId: 'long', name: 'long', title: 'long', createdAt: 0, head: null, tip: null }
    await store.importSession(session, longStory(3_000))
    await store.close()
    const file = join(home, 'long.json')
    const command = ['-c', 'ulimit -f 2048; exec "$@"', 'sh', process.execPath, program]
    const run = spawnSync('/bin/sh', [...command, 'sessions', 'export', 'long', '--output', file], {
      env: { ...process.env, NARRATORIA_HOME: join(home, 'home') },
      encoding: 'utf8',
    })
    expect(run.status, run.stderr).toBe(1)
    expect(run.stderr).toMatch(/EFBIG|file too large/i)
    expect(readdirSync(home)).toEqual(['home'])
    const { stdout } = await narratoria(['sessions', 'list', '--json'], { home })
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ sessionId: 'long', turns: 3_000 }] })
  },
)

it(
  `§9: ${exportKills} exports killed at random moments leave the complete file or none, and the story unchanged`,
  async () => {
    const home = temporaryFolder()
    const store = await openSqliteSessionStore(join(home, 'home', 'sessions.db'))
    const session = { sessionId: 'long', name: 'long', title: 'long', createdAt: 0, head: null, tip: null }
    await store.importSession(session, longStory(2_000))
    await store.close()
    const startedAt = performance.now()
    const whole = (await narratoria(['sessions', 'export', 'long', '--format', 'json'], { home })).stdout
    const usualMs = performance.now() - startedAt
    const found = { none: 0, partial: 0, whole: 0 }
    for (let kill = 0; kill < exportKills; kill++) {
      const file = join(home, `export-${kill}.json`)
      const child = startProgram(['sessions', 'export', 'long', '--output', file], { home, stdio: 'ignore' })
      const closed = once(child, 'close')
      // Half of them are killed at any time, the others as soon as they write the file.
      const isPartThere = () =>
        readdirSync(home).some((name) => name.startsWith(`export-${kill}.json.`) && name.endsWith('.part'))
      while (kill % 2 === 0 && child.exitCode === null && !isPartThere())
        await new Promise((resolve) => setTimeout(resolve, 2))
      if (kill % 2 === 1) await new Promise((resolve) => setTimeout(resolve, Math.random() * usualMs))
      child.kill('SIGKILL')
      await closed
      found[existsSync(file) ? 'whole' : isPartThere() ? 'partial' : 'none'] += 1
      if (existsSync(file)) expect(readFileSync(file, 'utf8') === whole).toBe(true)
    }
    expect(found.partial).toBeGreaterThan(0)
    console.info(`${exportKills} exports killed within ${Math.round(usualMs)} ms: ${JSON.stringify(found)}`)
    expect((await narratoria(['sessions', 'export', 'long', '--format', 'json'], { home })).stdout === whole).toBe(true)
    expect((await narratoria(['play', '--session', 'long', '--prompt', 'I go on'], { home })).code).toBe(0)
  },
  120_000 + exportKills * 15_000,
)
