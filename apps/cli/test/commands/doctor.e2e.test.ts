import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeRandomModel } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

interface Check {
  name: string
  status: string
  message: string
  hint?: string
}

interface Case {
  name: string
  /** Damages the files in the home folder. */
  spoil: (home: string) => void | Promise<void>
  /** The line that reports it. */
  line: RegExp
  /** Details and hints. */
  parts: RegExp[]
  code: 0 | 1
}

const cases: Case[] = [
  {
    name: 'a skill whose manifest is not valid JSON',
    spoil(home) {
      const script = writeSkill(join(home, 'skills'), { name: 'lamp', script: '', trigger: 'lamp' })
      writeFileSync(join(dirname(script), '..', 'skill.json'), '{ "name": "lamp", ')
    },
    line: /^broken Skills: .*lamp/m,
    parts: [/skill\.json/, /Fix the file, or remove the folder\./],
    code: 1,
  },
  {
    name: 'a damaged database',
    async spoil(home) {
      await play(home)
      const file = join(home, 'sessions.db')
      const bytes = readFileSync(file)
      bytes.fill(0x5a, 4_096 * 4, 4_096 * 5)
      writeFileSync(file, bytes)
    },
    line: /^repaired Stories: 1 story/m,
    parts: [
      /was damaged/,
      /kept as .*sessions\.db\.damaged-/,
      /\d turns? of 1 story (?:was|were) recovered/,
      /sessions list/,
    ],
    code: 0,
  },
  {
    name: 'a database of a newer version',
    async spoil(home) {
      await play(home)
      const file = new DatabaseSync(join(home, 'sessions.db'))
      file.exec('PRAGMA user_version = 99')
      file.close()
    },
    line: /^broken Stories: .*newer Narratoria \(schema 99/m,
    parts: [/left as it is/, /Update Narratoria/, /No story can be played/],
    code: 1,
  },
  {
    name: 'a database of another program',
    spoil(home) {
      mkdirSync(home, { recursive: true })
      const file = new DatabaseSync(join(home, 'sessions.db'))
      file.exec('CREATE TABLE recipes (name TEXT); PRAGMA application_id = 7')
      file.close()
    },
    line: /^broken Stories: .*database of another program/m,
    parts: [/left as it is/, /Choose another file/],
    code: 1,
  },
  {
    name: 'a selected model that is missing',
    spoil(home) {
      for (const name of ['one', 'two']) writeRandomModel(modelFile(home, name))
      writeFileSync(join(home, 'models', 'selected'), 'three\n')
    },
    line: /^broken Model: the selected model is missing; there are one, two/m,
    parts: [/models use NAME/],
    code: 1,
  },
  {
    name: 'models of which none is selected',
    spoil(home) {
      for (const name of ['one', 'two']) writeRandomModel(modelFile(home, name))
    },
    line: /^missing Model: there are one, two, but none is selected/m,
    parts: [/models use NAME/],
    code: 0,
  },
  {
    name: 'an incomplete model',
    spoil(home) {
      writeRandomModel(modelFile(home, 'tiny'))
      truncateSync(modelFile(home, 'tiny'), 200_000)
    },
    line: /^broken Model: .*tiny/m,
    parts: [/may be incomplete; download it again/, /models remove NAME/],
    code: 1,
  },
  {
    name: 'a model that is not a GGUF file',
    spoil: (home) => writeFileSync(modelFile(home, 'list'), 'A shopping list, and no model at all.'),
    line: /^broken Model: list\.gguf is not a GGUF model/m,
    parts: [/use a file that ends in \.gguf/, /models remove NAME/],
    code: 1,
  },
]

/** What `doctor --json` prints, as the lines of the text form. */
async function runDoctor(home: string) {
  const run = await narratoria(['doctor', '--json'], { home })
  const { ok, checks } = JSON.parse(run.stdout) as { ok: boolean; checks: Check[] }
  const lines = checks.flatMap(({ name, status, message, hint }) => [`${status} ${name}: ${message}`, hint ?? ''])
  return { ...run, ok, checks, text: lines.join('\n') }
}

it.each(cases)('doctor reports $name, says what to do, and exits with $code', async ({ spoil, line, parts, code }) => {
  const home = temporaryFolder()
  await spoil(join(home, 'home'))
  const run = await runDoctor(home)
  expect(run.text, run.stderr).toMatch(line)
  for (const part of parts) expect(run.text).toMatch(part)
  expect(run).toMatchObject({ code, stderr: '', ok: code === 0 })
  expect(run.checks.some(({ status }) => status === 'broken')).toBe(code === 1)
})

it('doctor reports what works, what is missing and what to do', async () => {
  const home = temporaryFolder()
  const { stdout, code } = await narratoria(['doctor'], { home })
  expect(code).toBe(0)
  const { ok, checks } = await runDoctor(home)
  expect(ok).toBe(true)
  expect(checks.map(({ name }) => name)).toEqual(['Node', 'Skills', 'Model', 'Stories', 'Terminal'])
  for (const { name, status, message } of checks) expect(stdout).toContain(`${status.padEnd(8)}${name}: ${message}\n`)
  expect(stdout).toContain('narratoria models pull')
})

it('doctor reports a working model', async () => {
  const home = temporaryFolder()
  writeRandomModel(modelFile(join(home, 'home'), 'tiny'))
  const run = await runDoctor(home)
  // On a busy machine, its trial plan may take too long.
  expect(run.text).toMatch(
    /^(?:ok Model: tiny: load .*decode|missing Model: tiny: .*(?:made no plan in time|wrote an incomplete plan))/m,
  )
  expect(run.code).toBe(0)
})

async function play(home: string): Promise<void> {
  expect((await narratoria(['play', '--prompt', 'I light the torch'], { home: dirname(home) })).code).toBe(0)
}

function modelFile(home: string, name: string): string {
  mkdirSync(join(home, 'models'), { recursive: true })
  return join(home, 'models', `${name}.gguf`)
}
