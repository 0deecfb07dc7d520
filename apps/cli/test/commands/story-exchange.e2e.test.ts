import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

describe('exchange between novels and played stories', () => {
  it('a played story becomes a novel, and the novel a campaign that can be played', async () => {
    const home = temporaryFolder()
    const run = (...args: string[]) => narratoria(args, { home })
    for (const [index, prompt] of ['look around', 'go north'].entries()) {
      const campaign = index === 0 ? ['--campaign', 'packet-boat'] : []
      const turn = await run('play', ...campaign, '--session', 'boat', '--prompt', prompt)
      expect(turn.code, turn.stderr).toBe(0)
    }
    const made = await run('story', 'from', 'boat', 'boat-novel')
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/Created boat-novel with \d+ scenes?/)
    const shown = await run('story', 'show', '--project', 'boat-novel')
    expect(shown.code, shown.stderr).toBe(0)
    expect((await run('story', 'check', '--project', 'boat-novel')).code).toBe(0)
    expect((await run('story', 'tick', '--project', 'boat-novel')).code).toBe(0)

    const exported = await run('story', 'campaign', 'boat-game', '--project', 'boat-novel')
    expect(exported.code, exported.stderr).toBe(0)
    expect(exported.stdout).toContain('narratoria play --campaign boat-game')
    const checked = await run('campaign', 'check', './boat-game')
    expect(checked.code, checked.stdout + checked.stderr).toBe(0)
    expect((await run('play', '--campaign', './boat-game', '--prompt', 'look')).code).toBe(0)
  })

  it('neither overwrites a folder, and an unknown story is an error', async () => {
    const home = temporaryFolder()
    const run = (...args: string[]) => narratoria(['story', ...args], { home })
    await run('new', 'n')
    expect(await run('campaign', 'n')).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') })
    expect((await run('from', 'no-such-story', 'x')).code).toBe(2)
    expect(existsSync(join(home, 'x'))).toBe(false)
  })
})
