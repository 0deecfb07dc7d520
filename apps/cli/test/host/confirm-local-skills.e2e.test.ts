import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { narratoria, startCommand, temporaryFolder, until, writeSkill } from '../command-line.ts'

const leftOut = 'was left out: its skills run code. Name it with --skills to use it.'

/** A folder with a `./skills`. */
function place() {
  const home = temporaryFolder()
  writeSkill(join(home, 'skills'), {
    name: 'ringer',
    trigger: 'ring it',
    script: `#!/usr/bin/env node
console.log(JSON.stringify({ version: '0', type: 'ui_event', event: 'narration', payload: { text: 'It rings.' } }))
console.log(JSON.stringify({ version: '0', type: 'done', ok: true }))
`,
  })
  return { home, run: (...args: string[]) => narratoria(args, { home, cwd: home }) }
}

describe('a folder ./skills', () => {
  it('is used without a notice if it is named', async () => {
    const { run } = place()
    const played = await run('play', '--prompt', 'ring it', '--planner', 'stub', '--skills', 'skills')
    expect(played).toMatchObject({ code: 0, stdout: expect.stringContaining('It rings.') as string })
    expect(played.stderr).not.toContain(leftOut)
    expect((await run('skills', 'list', '--skills', './skills/')).stderr).toBe('')
  })

  it('is left out by every command before the user confirms it, with a notice', async () => {
    const { run } = place()
    const played = await run('play', '--prompt', 'ring it', '--planner', 'stub')
    expect(played.stdout).not.toContain('It rings.')
    expect(played.stderr).toContain(leftOut)
    const planned = await run('plan', 'ring it', '--planner', 'stub')
    expect(planned.stdout).not.toContain('act.mjs')
    expect(planned.stderr).toContain(leftOut)
    const shown = await run('skills', 'show', 'ringer')
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining(leftOut) as string })
    expect((await run('doctor')).stdout).toContain('is used only after you confirm it')
    await run('story', 'new', 'novel')
    expect(await run('story', 'tick')).toMatchObject({ code: 0, stderr: expect.stringContaining(leftOut) as string })
  })

  it('is asked about again after it has changed, with what its skills ask for', async () => {
    const { home, run } = place()
    const manifest = join(home, 'skills/ringer/skill.json')
    const skill = JSON.parse(readFileSync(manifest, 'utf8')) as object
    writeFileSync(manifest, JSON.stringify({ ...skill, env: ['BELL_KEY'] }))
    mkdirSync(join(home, 'skills/manners'))
    writeFileSync(
      join(home, 'skills/manners/SKILL.md'),
      '---\nname: manners\ndescription: Good manners.\n---\nBe kind.\n',
    )
    const answer = async () => {
      const play = startCommand(['play', '--new', '--planner', 'stub'], { home, terminal: true })
      await until(() => play.stdout.includes('Use them? [y/N]'))
      play.stdin.write('y\n')
      await until(() => play.stdout.includes('> '))
      play.stdin.write('/quit\r')
      await play.closed
      return play.stdout
    }
    const asked = await answer()
    expect(asked).toContain('ringer 1.0.0: runs scripts/act.mjs; may use the network; reads BELL_KEY')
    expect(asked).toMatch(/manners \S+: guidance only, runs nothing/)
    const listed = await run('skills', 'list')
    expect(listed.stderr).not.toContain(leftOut)
    expect(listed.stdout).toMatch(/manners \S+ \(healthy, guidance only\): Good manners\./)
    writeFileSync(join(home, 'skills/ringer/scripts/act.mjs'), '#!/usr/bin/env node\nconsole.log(1)\n', { mode: 0o755 })
    expect((await run('skills', 'list')).stderr).toContain(leftOut)
    await answer()
    expect((await run('skills', 'list')).stderr).not.toContain(leftOut)
    writeFileSync(join(home, 'skills/ringer/extra.txt'), 'new')
    expect((await run('skills', 'list')).stderr).toContain(leftOut)
  })

  it('is used by every command after the user confirmed it', async () => {
    const { home, run } = place()
    const play = startCommand(['play', '--new', '--planner', 'stub'], { home, terminal: true })
    await until(() => play.stdout.includes('Use them? [y/N]'))
    play.stdin.write('y\n')
    await until(() => play.stdout.includes('> '))
    play.stdin.write('/quit\r')
    expect(await play.closed).toBe(0)
    expect((await run('plan', 'ring it', '--planner', 'stub')).stdout).toContain('act.mjs')
    expect((await run('skills', 'list')).stdout).toContain('ringer 1.0.0')
    expect(await run('skills', 'disable', 'ringer')).toMatchObject({ code: 0, stderr: '' })
    expect((await run('doctor')).stdout).toMatch(/disabled: ringer/)
    expect((await run('doctor')).stdout).not.toContain('is used only after you confirm it')
    await run('story', 'new', 'novel')
    expect(await run('story', 'tick')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining(leftOut) as string,
    })
  })
})
