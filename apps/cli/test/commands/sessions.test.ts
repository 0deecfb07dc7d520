import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteSessionStore } from '@narratoria/runtime'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'
import { type Listed, usePlayedStory } from '../played-story.ts'

const playedStory = usePlayedStory()

describe('narratoria sessions', () => {
  it('§10: list and show print the stories and their turns as JSON', async () => {
    const { turns, sessions } = playedStory()
    const { sessions: all } = JSON.parse(await sessions('list', '--json')) as Listed
    expect(all).toEqual([
      {
        sessionId: turns[0]?.sessionId,
        title: 'castle',
        tags: [],
        turns: 2,
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    const shown = JSON.parse(await sessions('show', 'castle', '--json')) as { turns: object[] }
    expect(shown).toEqual({
      sessionId: turns[0]?.sessionId,
      head: turns[1]?.turnId,
      turns: turns.map(({ turnId, narrative }, index) => ({
        turnId,
        parentId: index === 0 ? null : turns[0]?.turnId,
        prompt: index === 0 ? 'I light the torch' : 'I examine the door',
        narrative,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })),
    })
    expect(await sessions('show', String(turns[0]?.sessionId))).toContain('I examine the door')
  })

  it('a story is renamed, also in play, and is called by its name, its title or the beginning of it', async () => {
    const { home, sessions } = playedStory()
    expect(await sessions('rename', 'castle', 'The Castle by Night')).toBe(
      '"castle" is called "The Castle by Night" now.\n',
    )
    expect(await sessions('show', 'the castle by')).toContain('I examine the door')
    const input = '/save\n/save The Keep\n/quit\n'
    const { stderr } = await narratoria(['play', '--session', 'the castle by night'], { home, input })
    expect(stderr).toContain('every turn is kept already')
    expect(stderr).toContain('This story is called "The Keep" now.')
    await narratoria(['play', '--title', 'The Keep in Winter', '--prompt', 'I wait'], { home })
    await narratoria(['play', '--title', 'The Keep in Winter', '--prompt', 'I wait'], { home })
    const several = await narratoria(['sessions', 'show', 'the keep in winter'], { home })
    expect(several).toMatchObject({ code: 2, stdout: '' })
    expect(several.stderr).toMatch(
      /2 stories are called "the keep in winter"; .*\n(?: {2}.*: "The Keep in Winter", 1 turn\n){2}/,
    )
  })

  it('the text of a turn is replaced and chosen again, and what is refused says what to do', async () => {
    const { home, turns, sessions } = playedStory()
    expect(await sessions('edit', 'castle', '--narrative', 'The door is a painting.')).toContain('Turn 2 is edited')
    const edited = JSON.parse(
      await sessions('edit', 'castle', '--turn', '1', '--prompt', 'I strike a match', '--json'),
    ) as { turnId: string; texts: { prompt: string }[] }
    expect(edited).toMatchObject({ turnId: turns[0]?.turnId })
    expect(edited.texts.map(({ prompt }) => prompt)).toEqual(['I light the torch', 'I strike a match'])
    const shown = await sessions('show', 'castle')
    expect(shown).toContain('1 > I strike a match')
    expect(shown).toContain('The door is a painting.')
    expect(JSON.parse(await sessions('show', 'castle', '--json'))).toMatchObject({
      turns: [{ texts: [{ prompt: 'I light the torch' }, {}] }, { texts: [{ narrative: turns[1]?.narrative }, {}] }],
    })
    expect(await sessions('swipe', 'castle', '--back')).toContain('Text 1 of 2 of turn 2')
    expect(await sessions('show', 'castle')).not.toContain('The door is a painting.')
    expect(JSON.parse(await sessions('swipe', 'castle', '--json'))).toMatchObject({ position: 2, count: 2 })
    expect(await narratoria(['sessions', 'swipe', 'castle'], { home })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This is the last one. Retry the turn, or edit it, for another.'),
    })
    const { stdout } = await narratoria(['sessions', 'edit', 'castle', '--narrative', '-'], {
      home,
      input: 'From a file.\n\nTwo paragraphs.\n',
    })
    expect(stdout).toContain('Turn 2 is edited')
    expect(await sessions('show', 'castle')).toContain('From a file.\n\nTwo paragraphs.')
    for (const args of [[], ['--prompt', ' ']])
      expect(await narratoria(['sessions', 'edit', 'castle', ...args], { home })).toMatchObject({ code: 2, stdout: '' })
  })

  it('the notes of a story are shown and changed, also in play', async () => {
    const { home, sessions } = playedStory()
    expect(await sessions('notes', 'castle')).toContain('This story has no notes')
    await sessions('notes', 'castle', '--persona', 'Ada', '--pin', 'It is winter.', '--pin', 'Oleg lies.')
    expect(await sessions('notes', 'castle', '--note', 'Let it snow.', '--depth', '2')).toBe(
      'persona: Ada\npinned 1: It is winter.\npinned 2: Oleg lies.\nnote, 2 back: Let it snow.\n',
    )
    expect(JSON.parse(await sessions('notes', 'castle', '--unpin', '1', '--persona', '', '--json'))).toMatchObject({
      notes: { pinned: ['Oleg lies.'], note: { text: 'Let it snow.', depth: 2 } },
    })
    for (const args of [
      ['--unpin', '2'],
      ['--depth', '101'],
      ['--style', 'x'.repeat(4_001)],
    ])
      expect(await narratoria(['sessions', 'notes', 'castle', ...args], { home })).toMatchObject({
        code: 2,
        stdout: '',
      })
    const lines = ['/notes style A log.', '/notes pin It rains.', '/notes unpin 1', '/notes unpin 7', '/notes mood x']
    const { stderr } = await narratoria(['play', '--session', 'castle'], {
      home,
      input: `${lines.join('\n')}\n/quit\n`,
    })
    expect(stderr).toContain('pinned 2: It rains.')
    expect(stderr).toContain('name the number of a pinned fact: /notes unpin 1')
    expect(stderr).toContain('name a part and its text: style, persona, note, depth, pin or unpin')
    expect(JSON.parse(await sessions('notes', 'castle', '--json'))).toMatchObject({
      notes: { style: 'A log.', pinned: ['It rains.'], note: { depth: 2 } },
    })
  })

  it('an empty prompt continues the story without an act', async () => {
    const { home, sessions } = playedStory()
    const { stdout } = await narratoria(['play', '--session', 'castle', '--prompt', '', '--json'], { home })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'stored', plan: { metadata: { planner: 'continuation' } } })
    expect(await sessions('show', 'castle')).toContain('3 > (continued)')
    expect(await sessions('branch', 'castle')).toContain('3 (here) (continued)')
  })

  it('a story is put into the trash, listed there, brought back, and deleted permanently', async () => {
    const { home, sessions } = playedStory()
    expect(await sessions('delete', 'castle')).toContain('in the trash for 30 days')
    expect(await sessions('list')).toContain('There is no story yet')
    expect(await sessions('restore')).toMatch(/30 days left {2}castle\n$/)
    expect(JSON.parse(await sessions('restore', '--json'))).toMatchObject({ trash: [{ title: 'castle', turns: 2 }] })
    expect(await sessions('restore', 'cas')).toBe('"castle" is back.\n')
    expect(await sessions('show', 'castle')).toContain('I examine the door')
    await sessions('delete', 'castle')
    const refused = await narratoria(['sessions', 'restore', 'castle', '--empty'], { home })
    expect(refused).toMatchObject({ code: 2 })
    expect(await sessions('restore', '--empty')).toBe('1 story deleted.\n')
    expect(await sessions('restore')).toBe('The trash is empty.\n')
    expect((await narratoria(['sessions', 'restore', 'castle'], { home })).code).toBe(2)
  })

  it('a story is copied, tagged and found by its words', async () => {
    const { sessions } = playedStory()
    expect(await sessions('duplicate', 'castle', '--name', 'another way')).toContain('another way')
    expect(await sessions('tag', 'castle', 'horror', 'with Ana')).toBe('"castle" is tagged horror, with Ana.\n')
    expect(await sessions('tag', 'castle', 'horror', '--remove')).toBe('"castle" is tagged with Ana.\n')
    expect(await sessions('list', '--tag', 'with Ana')).toMatch(/^\S+ .*castle \[with Ana\]\n$/)
    expect(await sessions('list', '--tag', 'horror')).toBe('No story is tagged "horror".\n')
    const found = await sessions('search', 'examine', 'the', 'door')
    expect(found).toContain('castle, turn 2')
    expect(found).toContain('another way, turn 2')
    const { turns } = JSON.parse(await sessions('search', 'examine', 'door', '--story', 'castle', '--json')) as {
      turns: { excerpt: string; marks: [number, number][] }[]
    }
    expect(turns).toHaveLength(1)
    expect(turns[0]!.marks.map(([from, to]) => turns[0]!.excerpt.slice(from, to).toLowerCase())).toContain('examine')
    expect(await sessions('search', 'xyzzy')).toBe('No turn has these words.\n')
  })

  it('a long title with line breaks takes one line of the list', async () => {
    const home = temporaryFolder()
    const store = await openSqliteSessionStore(join(home, 'home', 'sessions.db'))
    const title = `The\nlong\r\n\u001B[31mway ${'and on '.repeat(40)}`
    await store.createSession({ sessionId: 'way', name: 'way', title, createdAt: 0 })
    await store.close()
    const { stdout } = await narratoria(['sessions', 'list'], { home })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toMatch(/0 turns {2}way: The long \[31mway(?: and on)+\n$/)
    expect(stdout.length).toBeLessThan(180)
  })

  it('§9: an invalid stored time is shown as "no date" and hides no story', async () => {
    const { home, sessions } = playedStory()
    expect((await narratoria(['play', '--session', 'tower', '--prompt', 'I wait'], { home })).code).toBe(0)
    const store = await openSqliteSessionStore(join(home, 'home', 'sessions.db'))
    const castle = (await store.findSession('castle'))!
    const turns = []
    for await (const turn of store.readTurns(castle.sessionId)) turns.push({ ...turn, createdAt: 8640000000000001 })
    await store.importSession({ ...castle, sessionId: 'late', name: 'late', title: 'late' }, turns)
    await store.close()
    const { sessions: all } = JSON.parse(await sessions('list', '--json')) as Listed
    expect(all).toMatchObject([
      { title: 'late', turns: 2, updatedAt: null },
      { title: 'tower', turns: 1, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { title: 'castle', turns: 2 },
    ])
    const lines = (await sessions('list')).trimEnd().split('\n')
    expect(lines[0]).toMatch(/ {2}no date {9} +2 turns {2}late$/)
    expect(lines[1]).toMatch(/ {2}\d{4}-\d\d-\d\d \d\d:\d\d +1 turn {3}tower$/)
    const shown = JSON.parse(await sessions('show', 'late', '--json')) as { turns: object[] }
    expect(shown.turns).toMatchObject([{ createdAt: null }, { createdAt: null }])
    expect(await sessions('export', 'late')).toContain('I light the torch')
  })

  it('§9: backup copies all stories to a file that another home can play', async () => {
    const { home, sessions } = playedStory()
    const copy = join(temporaryFolder(), 'home', 'sessions.db')
    mkdirSync(join(copy, '..'), { recursive: true })
    expect(await sessions('backup', copy)).toMatch(/^1 story copied to /)
    const other = await narratoria(['sessions', 'list', '--json'], { home: join(copy, '../..') })
    expect(JSON.parse(other.stdout)).toMatchObject({ sessions: [{ title: 'castle', turns: 2 }] })
    expect((await narratoria(['sessions', 'backup', copy], { home })).code).not.toBe(0)
  })

  it('§9: undo, redo and branch move the head, and the next turn follows it', async () => {
    const { home, play, turns, sessions } = playedStory()
    await sessions('undo', 'castle')
    const after = await play('I roll a d6')
    expect(after.state).toHaveProperty('inventory.torch.lit', true)
    expect(after.state).not.toHaveProperty('discovered')
    expect((await narratoria(['sessions', 'redo', 'castle'], { home })).code).toBe(1)
    expect(
      JSON.parse(await sessions('branch', 'castle', String(turns[1]?.turnId), '--label', 'the door', '--json')),
    ).toMatchObject({ head: turns[1]?.turnId })
    expect(await sessions('branch', 'castle')).toMatch(
      /2 \(here\) \[the door\] I examine the door[\s\S]*3 \(alternative\) I roll a d6/,
    )
    await sessions('undo', 'castle', '--steps', '2')
    expect(JSON.parse(await sessions('redo', 'castle', '--json'))).toMatchObject({ head: turns[0]?.turnId })
  })

  it('§9: undo also restores the memories of skills', async () => {
    const { play, sessions } = playedStory()
    await play('Remember that the silver key lies under the third stone')
    expect((await play('What do I remember about the silver key?')).narrative).toContain('third stone')
    await sessions('undo', 'castle', '--steps', '2')
    expect((await play('What do I remember about the silver key?')).narrative).not.toContain('third stone')
    await sessions('branch', 'castle', '3')
    expect((await play('What do I remember about the silver key?')).narrative).toContain('third stone')
  })

  it('§9: replay needs no skill and runs no tool', async () => {
    const home = temporaryFolder()
    const skills = join(home, 'mine')
    const ran = join(home, 'ran')
    writeSkill(skills, {
      name: 'bell',
      trigger: 'ring',
      script: `import { appendFileSync } from 'node:fs'
appendFileSync('${ran}', 'x')
console.log('{"version":"0","type":"state_patch","patch":{"rung":true}}')
console.log('{"version":"0","type":"ui_event","event":"narration","payload":{"text":"The bell is rung."}}')
console.log('{"version":"0","type":"done","ok":true}')
`,
    })
    const play = await narratoria(['play', '--session', 'bell', '--skills', skills, '--prompt', 'I ring it'], { home })
    expect(play.stdout).toContain('The bell is rung.')
    const runs = readFileSync(ran, 'utf8')
    rmSync(skills, { recursive: true })
    const replayed = await narratoria(['sessions', 'replay', 'bell'], { home })
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('The bell is rung.') })
    expect(replayed.stdout).toContain('1 turn replayed, identical to what was stored.')
    expect(readFileSync(ran, 'utf8')).toBe(runs)
  })

  it('§9: replay rebuilds every turn of every branch; with --line, only the current branch', async () => {
    const { play, sessions } = playedStory()
    await sessions('undo', 'castle')
    await play('I roll a d6')
    expect(await sessions('replay', 'castle', '--line')).toContain('2 turns replayed')
    await sessions('undo', 'castle', '--steps', '2')
    expect(await sessions('replay', 'castle')).toMatch(
      /I examine the door[\s\S]*3 turns replayed, identical to what was stored/,
    )
    expect(await sessions('replay', 'castle', '--line')).toContain('There are no turns to replay.')
  })

  it('§9: replay rebuilds the story and compares it with what was stored', async () => {
    const { turns, sessions } = playedStory()
    const replayed = JSON.parse(await sessions('replay', 'castle', '--json')) as {
      faithful: boolean
      state: object
      turns: { narrative: string }[]
    }
    expect(replayed.faithful).toBe(true)
    expect(JSON.stringify(replayed.state)).toBe(JSON.stringify(turns[1]?.state))
    expect(replayed.turns.map(({ narrative }) => narrative)).toEqual(turns.map(({ narrative }) => narrative))
    expect(await sessions('replay', 'castle', '--turn', '2')).toContain(
      '1 turn replayed, identical to what was stored.',
    )
  })

  it('§9: why names turn, plan and tool', async () => {
    const { home, turns, sessions } = playedStory()
    for (const args of [
      ['inventory.torch.lit'],
      ['inventory.torch.lit', 'castle'],
      ['castle', 'inventory.torch.lit'],
      ['/inventory/torch/lit', '--session', 'castle'],
    ])
      expect(JSON.parse(await sessions('why', ...args, '--json'))).toMatchObject({
        turnId: turns[0]?.turnId,
        prompt: 'I light the torch',
        toolPath: expect.stringContaining('torch-lighter'),
        planId: expect.any(String),
        value: true,
      })
    expect((await narratoria(['sessions', 'why', 'nothing.there'], { home })).code).toBe(1)
  })

  it('§9: a story exported with its data can be imported in another home with its memories', async () => {
    const { home, sessions } = playedStory()
    const file = join(home, 'castle.json')
    await sessions('export', 'castle', '--with-data', '--output', file)
    const other = temporaryFolder()
    const imported = await narratoria(['sessions', 'import', file, '--json'], { home: other })
    expect(imported.code, imported.stderr).toBe(0)
    const document = JSON.parse(readFileSync(file, 'utf8')) as {
      files: { skill: string }[]
      assets: { name: string }[]
    }
    expect(document.files.map(({ skill }) => skill)).toContain('memory')
    const picture = readFileSync(join(other, 'home', 'sessions.db-assets', ...document.assets[0]!.name.split('/')))
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    const piped = await narratoria(['sessions', 'import', '-', '--json'], {
      home: temporaryFolder(),
      input: readFileSync(file, 'utf8'),
    })
    expect(piped.stdout).toBe(imported.stdout)
    const shown = await narratoria(['sessions', 'show', 'castle'], { home: other })
    expect(shown.stdout).toBe(await sessions('show', 'castle'))
  })

  it('an export overwrites no file and leaves no incomplete one', async () => {
    const { home, sessions } = playedStory()
    const file = join(home, 'castle.md')
    writeFileSync(`${file}.part`, 'other content')
    await sessions('export', 'castle', '--output', file)
    const whole = readFileSync(file, 'utf8')
    expect(whole).toContain('> I light the torch')
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('other content')
    expect((await narratoria(['sessions', 'export', 'castle', '--output', file], { home })).code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe(whole)
    expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual(['castle.md.part'])
    expect(await sessions('export', 'castle', '--format', 'html')).toContain(
      '<blockquote>I light the torch</blockquote>',
    )
  })

  it('a story that cannot be stored is played with a warning', async () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'home'), 'a file where the folder should be')
    const run = await narratoria(['play', '--prompt', 'I light the torch'], { home })
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('will not be kept'),
      stdout: expect.stringContaining('torch'),
    })
    expect((await narratoria(['play', '--session', 'castle', '--prompt', 'x'], { home })).code).toBe(1)
    expect(await narratoria(['doctor'], { home })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is not writable'),
    })
  })

  it('reports missing stories and files with 2 and what to do', async () => {
    const home = temporaryFolder()
    expect(await narratoria(['sessions', 'show', 'nowhere'], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sessions list'),
    })
    expect((await narratoria(['sessions', 'undo'], { home })).code).toBe(2)
    expect((await narratoria(['sessions', 'import', join(home, 'no.json')], { home })).code).toBe(2)
    expect((await narratoria(['sessions', 'list'], { home })).stdout).toContain('narratoria play')
  })
})
