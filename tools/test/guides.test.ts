import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidePrograms, makeGuideProject, programsMarked } from './guide-programs.ts'
import { compile } from './linked-project.ts'
import { blocksOf, guides } from './markdown.ts'
import { type Outcome, runModules } from './run-modules.ts'

const programs = programsMarked('run')
let project = ''
let outcomes: Outcome[] = []

beforeAll(async () => {
  project = makeGuideProject()
  // Programs that stand in for those of the guides, such as a container's.
  process.env.PATH = `${join(project, 'bin')}${delimiter}${process.env.PATH}`
  outcomes = await runModules(
    programs.map(({ folder, file }) => ({ file: join(project, folder, file), cwd: join(project, folder) })),
  )
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the code of guides and READMEs', () => {
  it('compiles', () => expect(compile(project)).toBe(''))

  it.each(programs.map((program, at) => ({ ...program, at })))('$page: $file runs', ({ code, at }) => {
    expect(outcomes[at]?.error).toBeUndefined()
    const printed = outcomes[at]!.stdout.split('\n')
    for (const line of promisedBy(code)) expect(printed).toContain(line)
  })

  it('is run by a test where it is TypeScript', () => {
    const typescript = guidePrograms.filter(({ language }) => language === 'ts')
    const unrun = typescript.filter(({ words }) => !/\b(run|serves)\b|input=/.test(words))
    expect(unrun.map(({ page, file }) => `${page}: ${file}`)).toEqual([])
  })

  it('is valid where it is JSON', () => {
    for (const { page, index, code } of guides.flatMap(blocksOf).filter(({ language }) => language === 'json'))
      expect(() => JSON.parse(code), `${page} ${index}`).not.toThrow()
  })
})

/** The lines that a program prints according to the comments behind its `console.log(…)`. */
function promisedBy(code: string): string[] {
  return Array.from(code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm), ([, line = '']) => line)
}
