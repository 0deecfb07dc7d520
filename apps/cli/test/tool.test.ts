import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

const done = `echo '{"version":"0","type":"done","ok":true}'`

function folderWithTool(script: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'tool.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return folder
}

describe('narratoria tool check', () => {
  it('001 §9: has nothing against a good tool', async () => {
    const cwd = folderWithTool(done)
    const json = await narratoria(['tool', 'check', 'tool.sh', '--json'], { cwd })
    expect(json.code).toBe(0)
    expect(JSON.parse(json.stdout)).toEqual({ ok: true, problems: [], warnings: [] })
    const text = await narratoria(['tool', 'check', './tool.sh', '--once'], { cwd })
    expect(text).toMatchObject({ code: 0, stdout: 'tool.sh: keeps the protocol (1 events).\n' })
  })

  it('001 §5.2: tells every problem with its line, code, what was expected and how to mend it', async () => {
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
      /tool\.sh: 3 problems\n {2}✗ invalid_json line 1: .*\n {4}it wrote: "hello"\n {4}expected: .*\n {4}to mend: /,
    )
  })

  it('lets no tool steer the terminal', async () => {
    const cwd = folderWithTool(`printf '\\033]0;owned\\007\\n'; printf '\\033[2J' >&2; exit 1`)
    const { stdout } = await narratoria(['tool', 'check', 'tool.sh'], { cwd })
    expect(stdout).not.toContain('\u001B')
  })

  it('hands on the input, and keeps a transcript', async () => {
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

  it.each([
    [['tool', 'check', 'tool.sh', '--input', '[1]'], 2],
    [['tool', 'check', 'tool.sh', '--input', '{'], 2],
    [['tool', 'check'], 2],
    [['tool', 'check', 'nothing'], 1],
  ])('%j ends with %i', async (args, code) => {
    expect((await narratoria(args, { cwd: folderWithTool(done) })).code).toBe(code)
  })

  it('checks again when the tool changes', async () => {
    const cwd = folderWithTool('exit 1')
    const program = fileURLToPath(new URL('../bin/narratoria.js', import.meta.url))
    const child = spawn(process.execPath, [program, 'tool', 'check', 'tool.sh', '--once', '--watch', '--json'], { cwd })
    onTestFinished(() => void child.kill('SIGKILL'))
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    await once(child.stderr, 'data')
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
    stdout = ''
    writeFileSync(join(cwd, 'tool.sh'), `#!/bin/sh\n${done}\n`)
    while (!stdout.includes('\n')) await once(child.stdout, 'data')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  })
})

describe('narratoria tool new and skill new', () => {
  const languages = ['ts', 'js', 'python', 'sh'].flatMap((lang) =>
    (['tool', 'skill'] as const).map((what) => ({ what, lang })),
  )

  it.for(languages)(
    'writes a $what in $lang, in an empty folder, that passes its check, is discovered and plays',
    async ({ what, lang }, { skip }) => {
      if (lang === 'python' && spawnSync('python3', ['--version']).error) skip('python3 is not on this machine')
      const cwd = temporaryFolder()
      const made = await narratoria([what, 'new', 'greet', '--lang', lang], { cwd })
      expect(made.code).toBe(0)
      const file = /^wrote (\S*scripts\S*)$/m.exec(made.stdout)?.[1] ?? ''
      expect(existsSync(join(cwd, file))).toBe(true)
      const checked = await narratoria(['tool', 'check', file, '--input', '{"who":"Ada"}', '--json'], { cwd })
      expect(JSON.parse(checked.stdout)).toEqual({ ok: true, problems: [], warnings: [] })
      const roots = ['--skills', 'skills', '--no-shipped-skills', '--json']
      const listed = JSON.parse((await narratoria(['skills', 'list', ...roots], { cwd })).stdout) as object
      expect(listed).toMatchObject({ skills: [{ name: 'greet', scripts: [{ name: 'greet' }] }], warnings: [] })
      const played = await narratoria(['play', '--prompt', 'I greet Ada', ...roots], { cwd })
      expect(JSON.parse(played.stdout)).toMatchObject({ fallback: false, state: { greeted: 'Ada' } })
    },
  )

  it('adds a tool to the skill that it is called in', async () => {
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
  ])('refuses %j and writes nothing', async (args) => {
    const cwd = temporaryFolder()
    const { code, stderr } = await narratoria(args, { cwd })
    expect(code).toBe(2)
    expect(stderr).not.toBe('')
    expect(existsSync(join(cwd, 'skills'))).toBe(false)
  })
})
