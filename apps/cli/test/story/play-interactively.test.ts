import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'
import type { Listed } from '../played-story.ts'

describe('narratoria play, interactively', () => {
  it('continues the story played last; --new begins another', async () => {
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

  it('has commands to edit, swipe and continue', async () => {
    const home = temporaryFolder()
    const lines = [
      '/swipe',
      'I wait',
      '/edit A gull lands.\\',
      'It looks at you.',
      '/reword I hold still',
      '/swipe back',
    ]
    const more = ['/swipe back', '/swipe', '/swipe', '/swipe over there', '/edit', '/reword', '/continue', '/quit']
    const input = `${[...lines, ...more].join('\n')}\n`
    const { stdout, stderr } = await narratoria(['play', '--new'], { home, input })
    expect(stdout).toContain('A gull lands.\nIt looks at you.')
    expect(stderr).toContain('> I hold still')
    expect(stderr.match(/Text \d of \d/g)).toEqual(['Text 2 of 3', 'Text 1 of 3', 'Text 2 of 3', 'Text 3 of 3'])
    expect(stderr).toContain('/swipe shows the next text')
    expect(stderr).toContain('/edit text replaces the last narration')
    expect(stderr).toContain('/reword text replaces your last words')
    const { stderr: again } = await narratoria(['play'], { home, input: '/undo\n/quit\n' })
    // The turn that went on without an act shows no words of the player.
    expect(again.match(/^> .*/gm)).toEqual(['> I hold still'])
  })

  it('has commands to undo, redo, retry, branch, label, explain and export', async () => {
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
    const run = await narratoria(['play', '--campaign', 'none'], { home, input: `${input.join('\n')}\n` })
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

  it('/branch lists alternatives of the last turn, even if turns follow them', async () => {
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

  it('/undo and /redo reject an invalid number of turns and undo nothing', async () => {
    const home = temporaryFolder()
    const input = 'I light the torch\n/undo abc\n/undo 0\n/undo -1\n/redo 1.5\n/quit\n'
    const run = await narratoria(['play', '--session', 'castle'], { home, input })
    for (const wrong of ['abc', '0', '-1', '1.5']) expect(run.stderr).toContain(`"${wrong}" is not a number of turns`)
    const { head } = JSON.parse((await narratoria(['sessions', 'show', 'castle', '--json'], { home })).stdout) as {
      head: string | null
    }
    expect(head).not.toBeNull()
  })

  it('§10: a mistake is answered with what to do', async () => {
    const input = ['/HELP', '7', 'roll 0d6', 'quit', 'inventory']
    const run = await narratoria(['play', '--new'], { input: `${input.join('\n')}\n` })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/\/undo \[n\] +go back/)
    expect(run.stderr).toContain('There is no choice 7. Take one from 1 to 4')
    expect(run.stdout).toContain('"0d6" cannot be rolled')
    expect(run.stdout).not.toContain('You carry')
  })

  it('/state accepts dotted names and JSON Pointers, as /why does, and no inherited keys', async () => {
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

  it('§10: in a pipe, standard output contains only the story', async () => {
    const home = temporaryFolder()
    const input = 'I light the torch\n/state\n/help\n/undo\n/redo\n/quit\n'
    const { stdout, stderr } = await narratoria(['play'], { home, input })
    expect(stdout).toMatch(/torch/)
    expect(stdout).toMatch(/\d\. Light the torch/)
    expect(stdout).not.toMatch(/^>|\/help|skills,|"world"/m)
    expect(stderr).toMatch(/skills, [\s\S]*"world"[\s\S]*> I light the torch/)
    expect(stderr).not.toContain('1. ')
    const once = await narratoria(['play', '--prompt', 'I examine the door'], { home })
    expect(once.stdout).toMatch(/1\. Go up/)
    expect(once.stderr).not.toContain('1. Go up')
  })

  it('shows the title and the opening before the first prompt of a story, and not before the next', async () => {
    const home = temporaryFolder()
    const play = (prompt: string) => narratoria(['play', '--session', 'hall', '--plain', '--prompt', prompt], { home })
    const first = await play('I light the torch')
    expect(first.stdout).toMatch(/^hall\n\n[^]*daylight[^]*You light the torch/)
    const second = await play('I juggle the door')
    expect(second.stdout).not.toContain('daylight')
    expect(`${first.stderr}${second.stderr}`).not.toMatch(/light|attempt|refused/)
  })
})
