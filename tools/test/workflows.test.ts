import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, textOf } from './markdown.ts'

interface Step {
  run?: string
  uses?: string
  with?: Record<string, string>
}
interface Workflow {
  permissions: object
  jobs: Record<string, { 'timeout-minutes'?: number; strategy?: { matrix: { command?: string[] } }; steps: Step[] }>
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
const files = globSync('.github/workflows/*.yml', { cwd: root })
const variant = '${{ matrix.command }}'
const stepsOf = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps }) => steps)

describe.each(files)('%s', (file) => {
  const text = textOf(file)
  const workflow = parse(text) as Workflow

  it('runs only scripts of the root', () => {
    const inputs = stepsOf(workflow).flatMap((step) => Object.entries(step.with ?? {}))
    const variants = Object.values(workflow.jobs).flatMap(({ strategy }) => strategy?.matrix.command ?? [])
    const commands = stepsOf(workflow)
      .flatMap(({ run }) => run?.trim().split('\n') ?? [])
      .flatMap((run) => (run.includes(variant) ? variants.map((command) => run.replace(variant, command)) : run))
    commands.push(...inputs.filter(([key]) => key.endsWith('-script')).map(([, command]) => command))
    expect(commands).not.toEqual([])
    for (const command of commands) {
      const [, script = ''] = /^npm (?:run )?([\w:-]+)(?: -- [\w -]+)?$/.exec(command) ?? []
      expect(Object.keys(scripts), command).toContain(script)
    }
  })

  it('pins every action to a commit, with its version in a comment', () => {
    for (const line of text.match(/uses:.*/g) ?? [])
      expect(line).toMatch(/^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('starts without write access, and has time limits', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions)
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })
})

it('continuous integration runs on three systems, each with three versions of Node', () => {
  const [job] = Object.values((parse(textOf('.github/workflows/ci.yml')) as Workflow).jobs)
  const os = ['ubuntu-latest', 'macos-latest', 'windows-latest']
  expect(job?.strategy?.matrix).toEqual({ os, node: [22, 24, 26] })
})
