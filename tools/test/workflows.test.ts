import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, textOf } from './markdown.ts'

interface Step {
  run?: string
  uses?: string
  with?: Record<string, string>
  env?: Record<string, string>
}
interface Job {
  'runs-on': string
  'timeout-minutes'?: number
  permissions?: Record<string, string>
  strategy?: { matrix: { os: string[]; node: number[] } }
  steps: Step[]
}
interface Workflow {
  on: object
  permissions: object
  jobs: Record<string, Job>
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: textOf(file),
  workflow: parse(textOf(file)) as Workflow,
}))
const named = (name: string) => workflows.find(({ file }) => basename(file) === name)!.workflow
const stepsOf = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps }) => steps)
const commandsOf = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run }) => run?.trim().split('\n') ?? [])

describe.each(workflows)('$file', ({ text, workflow }) => {
  it('runs nothing but scripts of the root', () => {
    const others = stepsOf(workflow).flatMap((step) => Object.entries(step.with ?? {}))
    const typed = [...commandsOf(workflow), ...others.filter(([key]) => key.endsWith('-script')).map(([, run]) => run)]
    expect(typed.length).toBeGreaterThan(0)
    for (const command of typed) {
      const [, script = ''] = /^npm (?:run )?([\w-]+)(?: -- [\w -]+)?$/.exec(command) ?? []
      expect(scripts, command).toHaveProperty(script)
    }
  })

  it('pins every action to a commit, and says which version that is', () => {
    const used = text.match(/uses:.*/g) ?? []
    expect(used.length).toBe(stepsOf(workflow).filter(({ uses }) => uses).length)
    for (const line of used) expect(line).toMatch(/^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('starts without rights, and ends in time', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions)
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })
})

describe('continuous integration', () => {
  const [job] = Object.values(named('ci.yml').jobs)

  it('runs on three systems, each with three Nodes', () => {
    expect(job!.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [22, 24, 26],
    })
    expect(job!['runs-on']).toBe('${{ matrix.os }}')
    expect(job!.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with).toEqual({
      'node-version': '${{ matrix.node }}',
    })
  })

  it('runs what the local entry runs, no more and no less', () => {
    const local = textOf('.ci/run').match(/^npm .*$/gm)
    expect(commandsOf(named('ci.yml'))).toEqual(local)
  })
})

describe('a release', () => {
  const workflow = named('release.yml')

  it('comes after all checks, by changesets, with provenance', () => {
    const steps = stepsOf(workflow)
    expect(commandsOf(workflow)).toEqual(commandsOf(named('ci.yml')))
    const last = steps.at(-1)!
    expect(last.uses).toMatch(/^changesets\/action@/)
    expect(last.with).toEqual({ 'version-script': 'npm run version-packages', 'publish-script': 'npm run release' })
    expect(last.env).toMatchObject({ NPM_CONFIG_PROVENANCE: 'true' })
    expect(workflow.jobs.release!.permissions).toMatchObject({ 'id-token': 'write' })
  })
})
