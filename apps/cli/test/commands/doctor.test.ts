import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeRandomModel } from '@narratoria/planner/testing'
import { expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

interface Case {
  name: string
  /** Spoils what is in the home. */
  spoil: (home: string) => void | Promise<void>
  /** Which line tells of it, and how it begins. */
  line: RegExp
  /** What is wrong, and what to do. */
  told: RegExp[]
  code: 0 | 1
}

const cases: Case[] = [
  {
    name: 'a skill whose manifest is no JSON',
    spoil(home) {
      const script = writeSkill(join(home, 'skills'), { name: 'lamp', script: '', trigger: 'lamp' })
      writeFileSync(join(dirname(script), '..', 'skill.json'), '{ "name": "lamp", ')
    },
    line: /^broken +Skills: .*lamp/m,
    told: [/skill\.json/, /Fix the file, or remove the folder\./],
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
    line: /^mended +Stories: 1 story/m,
    told: [
      /was damaged/,
      /kept as .*sessions\.db\.damaged-/,
      /\d turns? of 1 story (?:was|were) recovered/,
      /sessions list/,
    ],
    code: 0,
  },
  {
    name: 'a database of a newer program',
    async spoil(home) {
      await play(home)
      const file = new DatabaseSync(join(home, 'sessions.db'))
      file.exec('PRAGMA user_version = 99')
      file.close()
    },
    line: /^broken +Stories: .*newer Narratoria \(schema 99/m,
    told: [/left as it is/, /Update Narratoria/, /No story can be played/],
    code: 1,
  },
  {
    name: 'a database that another program repairs',
    async spoil(home) {
      await play(home)
      const lock = new DatabaseSync(join(home, 'sessions.db-lock'))
      lock.exec('BEGIN EXCLUSIVE')
      onTestFinished(() => lock.close())
    },
    line: /^broken +Stories: Another program is repairing or migrating/m,
    told: [/try again when it is done/, /No story can be played/],
    code: 1,
  },
  {
    name: 'a file that is no database of stories',
    spoil(home) {
      mkdirSync(home, { recursive: true })
      const file = new DatabaseSync(join(home, 'sessions.db'))
      file.exec('CREATE TABLE recipes (name TEXT); PRAGMA application_id = 7')
      file.close()
    },
    line: /^broken +Stories: .*database of another program/m,
    told: [/left as it is/, /Choose another file/],
    code: 1,
  },
  {
    name: 'a model that was chosen and is not there',
    spoil(home) {
      for (const name of ['one', 'two']) writeRandomModel(modelFile(home, name))
      writeFileSync(join(home, 'models', 'selected'), 'three\n')
    },
    line: /^broken +Model: the selected model is missing; there are one, two/m,
    told: [/models use NAME/],
    code: 1,
  },
  {
    name: 'models of which none was ever chosen',
    spoil(home) {
      for (const name of ['one', 'two']) writeRandomModel(modelFile(home, name))
    },
    line: /^missing +Model: there are one, two, but none is selected/m,
    told: [/models use NAME/],
    code: 0,
  },
  {
    name: 'a model that is cut off',
    spoil(home) {
      writeRandomModel(modelFile(home, 'tiny'))
      truncateSync(modelFile(home, 'tiny'), 200_000)
    },
    line: /^broken +Model: .*tiny/m,
    told: [/may be incomplete; download it again/, /models remove NAME/],
    code: 1,
  },
  {
    name: 'a model that is no GGUF file',
    spoil: (home) => writeFileSync(modelFile(home, 'list'), 'A shopping list, and no model at all.'),
    line: /^broken +Model: list\.gguf is not a GGUF model/m,
    told: [/take a file that ends in \.gguf/, /models remove NAME/],
    code: 1,
  },
]

it.each(cases)('doctor tells of $name, says what to do, and ends with $code', async ({ spoil, line, told, code }) => {
  const home = temporaryFolder()
  await spoil(join(home, 'home'))
  const run = await narratoria(['doctor'], { home })
  expect(run.stdout, run.stderr).toMatch(line)
  for (const part of told) expect(run.stdout).toMatch(part)
  expect(run.stderr).toBe('')
  expect(run.code).toBe(code)
  const { ok, checks } = JSON.parse((await narratoria(['doctor', '--json'], { home })).stdout) as {
    ok: boolean
    checks: { status: string }[]
  }
  expect(ok).toBe(code === 0)
  expect(checks.some(({ status }) => status === 'broken')).toBe(code === 1)
})

it('doctor tells of a model that can be used', async () => {
  const home = temporaryFolder()
  writeRandomModel(modelFile(join(home, 'home'), 'tiny'))
  const run = await narratoria(['doctor'], { home })
  // On a busy machine its trial plan may come too late, which is said as well.
  expect(run.stdout).toMatch(
    /^(?:ok +Model: tiny: load .*decode|missing +Model: tiny: .*(?:gave no plan in time|wrote no whole plan))/m,
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
