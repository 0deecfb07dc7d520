import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { narratoria, program, temporaryFolder, writeSkill } from '../command-line.ts'
import { type Listed, playedStory } from '../played-story.ts'

describe('narratoria play, interactively', () => {
  it('goes on where the story was left, and --new begins another', async () => {
    const home = temporaryFolder()
    await narratoria(['play'], { home, input: 'I light the torch\n/quit\n' })
    const again = await narratoria(['play'], { home, input: '/quit\n' })
    expect(again.stderr).toMatch(/1 turns? so far[\s\S]*> I light the torch/)
    const fresh = await narratoria(['play', '--new', '--title', 'Tower', '--premise', 'It rains on the tower.'], {
      home,
      input: '/state story\n/quit\n',
    })
    expect(fresh.stdout).toContain('It rains on the tower.')
    expect(fresh.stderr).toContain('"title": "Tower"')
    const { sessions } = JSON.parse((await narratoria(['sessions', 'list', '--json'], { home })).stdout) as Listed
    expect(sessions.map(({ title, turns }) => [title, turns])).toEqual(
      expect.arrayContaining([
        ['Tower', 0],
        ['The Door Without a Handle', 1],
      ]),
    )
  })

  it('undoes, redoes, retries, branches, labels, explains and exports by commands', async () => {
    const home = temporaryFolder()
    const file = join(home, 'story.md')
    const input = [
      'I light the torch',
      '/why inventory.torch.lit',
      '/label start',
      'I examine the door',
      '/undo',
      '/redo',
      '/retry',
      '/branch start',
      '/branch',
      '/tools',
      '/skills',
      `/export ${file}`,
      '/nonsense',
      '/help',
      '/quit',
    ]
    const run = await narratoria(['play'], { home, input: `${input.join('\n')}\n` })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/"inventory\.torch\.lit" became true\s+in turn 1/)
    expect(run.stderr).toContain('Turn 1 is "start" now.')
    expect(run.stderr).toMatch(/2: I examine the door\n3: I examine the door/)
    expect(run.stderr).toMatch(/torch-lighter-1: completed/)
    expect(run.stderr).toContain('There is no command /nonsense')
    expect(run.stderr).toMatch(/\/undo \[n\] +go back/)
    expect(existsSync(file)).toBe(true)
    expect(run.stdout + run.stderr).not.toContain('\u001B')
  })

  it('a story that is open elsewhere is refused by name, and the other one is told', async () => {
    const { home } = await playedStory()
    const first = spawn(process.execPath, [program, 'play', '--session', 'castle'], {
      env: { ...process.env, NARRATORIA_HOME: join(home, 'home') },
    })
    onTestFinished(() => void first.kill('SIGKILL'))
    const closed = new Promise((resolve) => first.once('close', resolve))
    await new Promise<void>((resolve) =>
      first.stderr.on('data', (piece: Buffer) => piece.includes('so far') && resolve()),
    )
    const second = await narratoria(['play', '--session', 'castle', '--prompt', 'x'], { home })
    expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/Process \d+ on .* is playing "castle"/) })
    first.stdin.end()
    expect(await closed).toBe(0)
  })

  it('/branch lists what was told instead of the last turn, also where a story follows it', async () => {
    const home = temporaryFolder()
    const input = ['I light the torch', '/label lit', 'I examine the door', '/branch lit', '/retry', '/branch', '/quit']
    const run = await narratoria(['play', '--session', 'castle'], { home, input: `${input.join('\n')}\n` })
    expect(run.stderr).toMatch(
      /1 \(alternative, lit\): I light the torch\n2: I examine the door\n3 \(here\): I light the torch/,
    )
    expect((await narratoria(['sessions', 'branch', 'castle'], { home })).stdout).toBe(
      '1 (alternative) [lit] I light the torch\n2 I examine the door\n3 (here) I light the torch\n',
    )
  })

  it('/undo and /redo refuse what is no number of turns, and nothing is undone', async () => {
    const home = temporaryFolder()
    const input = 'I light the torch\n/undo abc\n/undo 0\n/undo -1\n/redo 1.5\n/quit\n'
    const run = await narratoria(['play', '--session', 'castle'], { home, input })
    for (const wrong of ['abc', '0', '-1', '1.5']) expect(run.stderr).toContain(`"${wrong}" is not a number of turns`)
    const { head } = JSON.parse((await narratoria(['sessions', 'show', 'castle', '--json'], { home })).stdout) as {
      head: string | null
    }
    expect(head).not.toBeNull()
  })

  it('§10: what leads nowhere is answered with what does', async () => {
    const input = ['/HELP', '7', 'roll 0d6', 'quit', '/quit']
    const run = await narratoria(['play', '--new'], { input: `${input.join('\n')}\n` })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/\/undo \[n\] +go back/)
    expect(run.stderr).toContain('There is no choice 7. Take one from 1 to 3')
    expect(run.stderr.match(/"0d6" cannot be rolled/g), run.stderr).toHaveLength(1)
    expect(run.stdout).toContain('You reach for the dice, but none of them falls.')
    expect(run.stderr).toContain('/quit leaves the story.')
  })

  it('/state reads keys as /why does: names with dots, pointers, and nothing that is not there', async () => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    writeSkill(skills, {
      name: 'keys',
      trigger: 'turn the keys',
      script: `console.log('{"version":"0","type":"state_patch","patch":{"x.y":{"a/b":"found it"}}}')
console.log('{"version":"0","type":"done","ok":true}')
`,
    })
    const asked = ['/state x.y.a/b', '/state /x.y/a~1b', '/state __proto__', '/state constructor.name']
    const input = ['I turn the keys', ...asked, '/quit'].join('\n')
    const run = await narratoria(['play', '--skills', skills], { home, input: `${input}\n` })
    expect(run.stderr.match(/^"found it"$/gm)).toHaveLength(2)
    expect(run.stderr).toContain('The state has no "__proto__".')
    expect(run.stderr).toContain('The state has no "constructor.name".')
  })

  it('§10: through a pipe standard output has the story and nothing else', async () => {
    const home = temporaryFolder()
    const input = 'I light the torch\n/state\n/help\n/undo\n/redo\n/quit\n'
    const { stdout, stderr } = await narratoria(['play'], { home, input })
    expect(stdout).toMatch(/torch/)
    expect(stdout).toContain('1. Light the torch')
    expect(stdout).not.toMatch(/^>|\/help|skills,|"inventory"/m)
    expect(stderr).toMatch(/skills, [\s\S]*"inventory"[\s\S]*> I light the torch/)
    expect(stderr).not.toContain('1. ')
    const once = await narratoria(['play', '--prompt', 'I examine the door'], { home })
    expect(once.stdout).toMatch(/1\. Open/)
    expect(once.stderr).not.toContain('1. Open')
  })

  it('§10: says which turn was lost when the program was killed, once, and goes on', async () => {
    const { home } = await playedStory()
    const skills = join(home, 'mine')
    writeSkill(skills, {
      name: 'sleeper',
      trigger: 'sleep',
      script: `import fs from 'node:fs'; fs.writeFileSync('${join(home, 'asleep')}', ''); setTimeout(() => {}, 60_000)`,
    })
    const args = ['play', '--session', 'castle', '--skills', skills, '--prompt', 'I sleep']
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, NARRATORIA_HOME: join(home, 'home') },
      stdio: 'ignore',
    })
    const closed = new Promise((resolve) => child.once('close', resolve))
    for (let tries = 0; tries < 2_400 && !existsSync(join(home, 'asleep')); tries++)
      await new Promise((resolve) => setTimeout(resolve, 25))
    child.kill('SIGKILL')
    await closed
    const next = await narratoria(['play', '--session', 'castle', '--prompt', 'I wait'], { home })
    expect(next.code).toBe(0)
    expect(next.stderr).toContain('the last turn ("I sleep") was interrupted and is not part of the story')
    const after = await narratoria(['play', '--session', 'castle', '--prompt', 'I wait'], { home })
    expect(after.stderr).not.toContain('was interrupted')
  })
})
