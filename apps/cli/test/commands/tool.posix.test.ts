import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from '../../../../packages/executor/test/is-running.ts'
import { narratoria, startCommand, temporaryFolder, until } from '../command-line.ts'
import { expectWorking } from '../scaffolds.ts'

const done = `echo '{"version":"0","type":"done","ok":true}'`

function folderWithTool(script: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'tool.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return folder
}

describe('narratoria tool check', () => {
  it('001 §9: reports no problems of a correct tool', async () => {
    const cwd = folderWithTool(done)
    const json = await narratoria(['tool', 'check', 'tool.sh', '--json'], { cwd })
    expect(json.code).toBe(0)
    expect(JSON.parse(json.stdout)).toEqual({ ok: true, problems: [], warnings: [] })
    const text = await narratoria(['tool', 'check', './tool.sh', '--once'], { cwd })
    expect(text).toMatchObject({ code: 0, stdout: 'tool.sh: conforms to the protocol (1 event).\n' })
  })

  it('001 §5.2: reports each problem with its line, its code, what was expected and how to fix it', async () => {
    const cwd = folderWithTool(`echo hello; echo '{"version":"0","type":"sound"}'; exit 3`)
    const json = await narratoria(['tool', 'check', 'tool.sh', '--json'], { cwd })
    expect(json.code).toBe(1)
    const { ok, problems } = JSON.parse(json.stdout) as { ok: boolean; problems: Record<string, unknown>[] }
    expect(ok).toBe(false)
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['invalid_json', 1],
      ['unknown_event_type', 2],
      ['exit_code', undefined],
    ])
    for (const problem of problems) {
      expect(problem).toMatchObject({
        message: expect.any(String),
        expected: expect.any(String),
        fix: expect.any(String),
      })
    }
    const text = await narratoria(['tool', 'check', 'tool.sh'], { cwd })
    expect(text.code).toBe(1)
    expect(text.stdout).toMatch(
      /tool\.sh: 3 problems\n {2}✗ invalid_json line 1: .*\n {4}received: "hello"\n {4}expected: .*\n {4}fix: /,
    )
  })

  it('removes control characters from the output, errors, fields and name of a tool', async () => {
    const cwd = temporaryFolder()
    // The one-character CSI (U+009B), the escape character, and a right-to-left override.
    const steering = String.raw`\302\233`
    const script = `printf '${steering}2J\\033]0;owned\\007 \\342\\200\\256\\n'; printf '\\033[2J${steering}2J' >&2
      printf '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"${steering}2J","path":"x"}\\n'; exit 1`
    const name = 'tool\u009B2J\u001B[2J.sh'
    writeFileSync(join(cwd, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const text = await narratoria(['tool', 'check', name, '--once'], { cwd })
    const json = await narratoria(['tool', 'check', name, '--once', '--json'], { cwd })
    for (const shown of [text.stdout, text.stderr, json.stdout]) expect(shown).not.toMatch(/(?!\n)\p{Cc}|\u202E/u)
    expect(text.stdout).toContain(String.raw`received: "\u009b2J\u001b]0;owned\u0007 \u202e"`)
    const { problems } = JSON.parse(json.stdout) as { problems: { excerpt?: string }[] }
    expect(problems[0]?.excerpt).toBe('\u009B2J\u001B]0;owned\u0007 \u202E')
  })

  it('passes the input to the tool and writes a transcript', async () => {
    const cwd = folderWithTool(`grep -q '"input":{"who":"Ada"}' && ${done}`)
    const args = ['tool', 'check', 'tool.sh', '--input', '{"who":"Ada"}', '--once', '--record', 'run.json']
    expect((await narratoria(args, { cwd })).code).toBe(0)
    const recording = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')) as object
    expect(recording).toMatchObject({
      kind: 'invocation',
      exitCode: 0,
      expect: { outcome: 'completed', events: ['done'] },
    })
  })

  it.each(['no-such-folder/run.json', '.', 'tool.sh/run.json', ''])(
    'runs no tool if the transcript cannot be written: %j',
    async (record) => {
      const cwd = folderWithTool(`touch ran; ${done}`)
      const { code, stderr, stdout } = await narratoria(['tool', 'check', 'tool.sh', '--record', record], { cwd })
      expect({ code, stdout, ran: existsSync(join(cwd, 'ran')) }).toEqual({ code: 2, stdout: '', ran: false })
      expect(stderr).toMatch(/--record.*name a file that can be written/)
    },
  )

  it('prints its report even if the transcript cannot be written after the run', async () => {
    const cwd = folderWithTool(`mkdir -p run.json; ${done}`)
    const args = ['tool', 'check', 'tool.sh', '--once', '--record', 'run.json']
    const { code, stderr, stdout } = await narratoria(args, { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'tool.sh: conforms to the protocol (1 event).\n' })
    expect(stderr).toMatch(/^narratoria: the transcript could not be written: EISDIR/)
  })

  it.each([
    [['tool', 'check', 'tool.sh', '--input', '[1]'], 2],
    [['tool', 'check', 'tool.sh', '--input', '{'], 2],
    [['tool', 'check'], 2],
    [['tool', 'check', 'nothing'], 1],
  ])('%j ends with %i', async (args, code) => {
    expect((await narratoria(args, { cwd: folderWithTool(done) })).code).toBe(code)
  })

  describe('on the folder of a skill', () => {
    const skill = { name: 'good', version: '1.0.0', description: 'A skill of a test.' }

    function folderWithSkill(manifest: string): string {
      const cwd = temporaryFolder()
      mkdirSync(join(cwd, 'good', 'scripts'), { recursive: true })
      writeFileSync(join(cwd, 'good', 'skill.json'), manifest)
      writeFileSync(join(cwd, 'good', 'scripts', 'act.sh'), `#!/bin/sh\n${done}\n`, { mode: 0o755 })
      writeFileSync(join(cwd, 'good', 'scripts', 'bad.sh'), `#!/bin/sh\necho hello; ${done}\n`, { mode: 0o755 })
      writeFileSync(join(cwd, 'good', 'scripts', 'data.txt'), 'no script', { mode: 0o644 })
      return cwd
    }

    it('FR-033: checks every executable in scripts/ if the manifest lists none', async () => {
      const cwd = folderWithSkill(JSON.stringify(skill))
      const { code, stdout } = await narratoria(['tool', 'check', 'good', '--once'], { cwd })
      expect(code).toBe(1)
      expect(stdout).toMatch(/act\.sh: conforms to the protocol[^]*bad\.sh: 1 problem\n {2}✗ invalid_json line 1/)
      expect(stdout).not.toContain('data.txt')
    })

    it('checks the listed scripts despite other problems of the skill', async () => {
      const scripts = [{ name: 'act', path: 'scripts/act.sh', wrong: true }]
      const cwd = folderWithSkill(JSON.stringify({ ...skill, name: 'other', priority: 'high', scripts }))
      const { code, stdout } = await narratoria(['tool', 'check', 'good', '--once', '--json'], { cwd })
      expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, problems: [], warnings: [] }])
    })

    it.each([
      ['{"name": "good", oops', /skill\.json: it is not valid JSON: see line 1, column \d+/],
      ['[]', /skill\.json: it must hold one JSON object/],
      [JSON.stringify({ ...skill, version: 1 }), /skill\.json: "version" must be a semantic version/],
      [JSON.stringify({ ...skill, scripts: [null] }), /skill\.json: scripts\[0\]: must be an object/],
      [JSON.stringify({ ...skill, scripts: 'x' }), /skill\.json: "scripts" must be an array/],
      [JSON.stringify({ ...skill, scripts: [{ name: 'a' }] }), /skill\.json: scripts\[0\]: "path" must be/],
      [JSON.stringify({ ...skill, scripts: [{ name: 'a', path: 'no.sh' }] }), /scripts\[0\]: "no\.sh" does not exist/],
      [
        JSON.stringify({ ...skill, scripts: [{ name: 'a', path: 'scripts/data.txt' }] }),
        /scripts\[0\]: "scripts\/data\.txt" is not executable; make it executable/,
      ],
      [JSON.stringify({ ...skill, scripts: [] }), /it has no runnable script/],
    ])('rejects %s, naming file and field', async (manifest, message) => {
      const cwd = folderWithSkill(manifest)
      for (const options of [[], ['--json']]) {
        const { code, stdout, stderr } = await narratoria(['tool', 'check', 'good', ...options], { cwd })
        expect([code, stdout]).toEqual([2, ''])
        expect(stderr).toMatch(message)
        expect(stderr).toContain('the skill in good')
      }
    })
  })

  it.each([
    ['', []],
    ['that is watched ', ['--once', '--watch']],
  ])('ends a check %son Ctrl-C, leaving no process and no file', async (_, options) => {
    const cwd = folderWithTool(options.length > 0 ? done : `echo $$ > pid; sleep 60`)
    const TMPDIR = temporaryFolder()
    vi.stubEnv('TMPDIR', TMPDIR)
    onTestFinished(() => void vi.unstubAllEnvs())
    const command = startCommand(['tool', 'check', 'tool.sh', ...options], { home: cwd })
    const pidFile = join(cwd, 'pid')
    if (options.length > 0) await until(() => command.stderr.includes('Watching'))
    else await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
    command.signal('SIGINT')
    await command.closed
    expect(readdirSync(TMPDIR).filter((name) => name.startsWith('narratoria'))).toEqual([])
    if (existsSync(pidFile)) await until(() => !isRunning(Number(readFileSync(pidFile, 'utf8'))))
  })

  it('checks again when the tool changes', async () => {
    const cwd = folderWithTool('exit 1')
    const command = startCommand(['tool', 'check', 'tool.sh', '--once', '--watch', '--json'], { cwd })
    const reports = () => command.stdout.trim().split('\n')
    await until(() => command.stderr.includes('Watching'))
    expect(reports().map((line) => JSON.parse(line) as object)).toMatchObject([{ ok: false }])
    writeFileSync(join(cwd, 'tool.sh'), `#!/bin/sh\n${done}\n`)
    await until(() => reports().length > 1)
    expect(JSON.parse(reports()[1]!)).toMatchObject({ ok: true })
  })
})

describe('narratoria tool new and skill new', () => {
  it('prints the next commands quoted for a shell', async () => {
    const cwd = temporaryFolder()
    const { stdout } = await narratoria(['tool', 'new', 'greet', '--lang', 'sh', '--dir', 'my $kills'], { cwd })
    expect(stdout).toContain('tool check "my \\$kills/greet/scripts/greet.sh"\n')
    expect(stdout).toContain('skills list --skills "my \\$kills"\n')
  })

  it.each([
    ['tool', 'js'],
    ['skill', 'sh'],
  ])('creates a %s in %s that passes its check, is discovered and plays', (what, lang) => expectWorking(what, lang))

  it('adds a tool to the skill of the current folder', async () => {
    const cwd = temporaryFolder()
    await narratoria(['skill', 'new', 'my-skill'], { cwd })
    const skill = join(cwd, 'skills', 'my-skill')
    expect((await narratoria(['tool', 'new', 'second', '--lang', 'sh'], { cwd: skill })).code).toBe(0)
    expect(existsSync(join(skill, 'scripts', 'second.sh'))).toBe(true)
  })

  it.each([
    [['tool', 'new', 'Bad Name']],
    [['tool', 'new', 'good', '--lang', 'cobol']],
    [['skill', 'new', '../up']],
    [['skill', 'new']],
  ])('rejects %j and writes nothing', async (args) => {
    const cwd = temporaryFolder()
    const { code, stderr } = await narratoria(args, { cwd })
    expect(code).toBe(2)
    expect(stderr).not.toBe('')
    expect(existsSync(join(cwd, 'skills'))).toBe(false)
  })
})
