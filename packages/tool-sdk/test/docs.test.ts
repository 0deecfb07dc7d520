import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { matches, ToolRequest } from '@narratoria/protocol'
import { judge } from '@narratoria/protocol/conformance'
import { afterAll, describe, expect, it } from 'vitest'
import { checkTool } from '../src/conformance/index.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, 'docs', file), 'utf8')
const guide = read('guides/write-a-tool.md')
const reference = read('protocol.md')

interface Block {
  language: string
  file: string | undefined
  run: boolean
  input: string
  code: string
}

function blocksOf(page: string): Block[] {
  return Array.from(page.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm), ([, language = '', words = '', code = '']) => ({
    language,
    file: /file=(\S+)/.exec(words)?.[1],
    run: / run\b/.test(words),
    input: /input=(.+)$/.exec(words)?.[1] ?? '{}',
    code,
  }))
}

// Inside the package, so that its own name resolves as it does for who has installed it.
const folder = mkdtempSync(join(dirname(import.meta.dirname), '.docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const files = [...blocksOf(guide), ...blocksOf(reference)].filter(({ file }) => file !== undefined)
for (const { file, code } of files) writeFileSync(join(folder, file!), code, { mode: 0o755 })
const node = (file: string, input: string) =>
  spawnSync(process.execPath, [file], { cwd: folder, input, encoding: 'utf8' })
const canRun: Record<string, boolean> = {
  python: spawnSync('python3', ['--version']).error === undefined,
  sh: process.platform !== 'win32',
}

describe('the code of the pages', () => {
  it('compiles', () => {
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], noEmit: true },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
    const compiled = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(compiled.stdout + compiled.stderr).toBe('')
  })

  it.each(files.filter(({ run, language }) => !run && canRun[language] !== false))(
    '001 §9: $file passes the check',
    async ({ file, input }) => {
      const found = await checkTool(join(folder, file!), { input: JSON.parse(input) as Record<string, never> })
      expect(found).toMatchObject({ ok: true, problems: [], warnings: [] })
    },
  )

  it.each(files.filter(({ run }) => run))('$file runs and finds what it says', ({ file }) => {
    expect(node(file!, '')).toMatchObject({ status: 0, stderr: '' })
  })

  it('prints what the page shows', () => {
    const [shown] = blocksOf(guide).filter(({ language }) => language === 'console')
    const [command, ...output] = shown!.code.trimEnd().split('\n')
    const input = /echo '(.*)'/.exec(command!)![1]!
    expect(node('hello.ts', `${input}\n`).stdout.trimEnd().split('\n')).toEqual(output)
  })
})

describe('the protocol reference', () => {
  it('001 §4: shows transcripts that the judge has nothing against', () => {
    const shown = blocksOf(reference).filter(({ language }) => language === 'ndjson')
    expect(shown.length).toBeGreaterThan(2)
    for (const { code } of shown) {
      const { problems, warnings } = judge({ stdout: Buffer.from(code), exitCode: 0 })
      expect([problems, warnings]).toEqual([[], []])
    }
  })

  it('001 §6: shows a request that is one', () => {
    const [shown] = blocksOf(reference).filter(({ language }) => language === 'json')
    expect(matches(ToolRequest, JSON.parse(shown!.code))).toBe(true)
  })

  it('names every code of the reader', () => {
    for (const code of [
      'invalid_json',
      'not_an_object',
      'unsupported_version',
      'unknown_event_type',
      'invalid_event',
      'invalid_utf8',
      'line_too_long',
      'tool_failed',
      'exit_signal',
      'exit_code',
      'no_done',
      'timeout',
    ]) {
      expect(reference).toMatch(new RegExp(`^[|] \`${code}\` +[|]`, 'm'))
    }
  })
})
