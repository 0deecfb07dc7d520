import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const answers = ['--title', 'Salt', '--place', 'an empty landing', '--goal', 'a brass key']

describe('narratoria campaign', () => {
  it('lists the shipped campaigns', async () => {
    const { code, stdout } = await narratoria(['campaign', 'list', '--json'])
    expect(code).toBe(0)
    const { campaigns } = JSON.parse(stdout) as { campaigns: { name: string; title: string; path: string }[] }
    expect(campaigns).toContainEqual(
      expect.objectContaining({ name: 'door-without-a-handle', title: 'The Door Without a Handle' }),
    )
  })

  it('shows a campaign and its map', async () => {
    expect((await narratoria(['campaign', 'show', 'door-without-a-handle'])).stdout).toContain('3 places')
    expect((await narratoria(['campaign', 'map', 'door-without-a-handle'])).stdout).toMatch(/^flowchart LR\n/)
  })

  it('writes a campaign from three answers, which passes its check and its tests', async () => {
    const home = temporaryFolder()
    const made = await narratoria(['campaign', 'new', 'salt'], { home, input: 'Salt\nan empty landing\na brass key\n' })
    expect(made.code, made.stderr).toBe(0)
    expect(await narratoria(['campaign', 'check', 'salt', '--json'], { home })).toMatchObject({ code: 0 })
    const tested = await narratoria(['campaign', 'test', 'salt', '--json'], { home })
    expect(JSON.parse(tested.stdout)).toEqual({ tests: [{ name: 'found', ok: true }] })
  })

  it('reports problems with file and line, and failed tests with theirs', async () => {
    const home = temporaryFolder()
    await narratoria(['campaign', 'new', 'salt', ...answers], { home })
    writeFileSync(join(home, 'salt/tests/wrong.story'), '> look\n+ a brass band\n')
    const tested = await narratoria(['campaign', 'test', 'salt'], { home })
    expect(tested.code).toBe(1)
    expect(tested.stdout).toContain('tests/wrong.story:2: "a brass band" does not appear in:')
    writeFileSync(join(home, 'salt/plot/premise.md'), '')
    const checked = await narratoria(['campaign', 'check', 'salt', '--json'], { home })
    expect(checked.code).toBe(1)
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ok: false,
      problems: [{ level: 'error', code: 'missing_file', at: 'plot/premise.md' }],
    })
  })

  it('refuses a folder that exists, and a campaign that does not', async () => {
    const home = temporaryFolder()
    expect(await narratoria(['campaign', 'new', '.', ...answers], { home })).toMatchObject({ code: 2 })
    const unknown = await narratoria(['campaign', 'show', 'nowhere'], { home })
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('campaign list')
  })

  it('packs a campaign into one file, which others install and play by its name', async () => {
    const home = temporaryFolder()
    await narratoria(['campaign', 'new', 'salt', ...answers], { home })
    const packed = await narratoria(['campaign', 'pack', './salt'], { home })
    expect(packed).toMatchObject({ code: 0, stdout: expect.stringContaining('wrote salt-1.0.0.zip') })
    expect(await narratoria(['campaign', 'pack', './salt'], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already exists'),
    })
    const installed = await narratoria(['campaign', 'install', 'salt-1.0.0.zip'], { home })
    expect(installed.code, installed.stderr).toBe(0)
    expect((await narratoria(['campaign', 'list'], { home })).stdout).toContain('salt: Salt.')
    expect(await narratoria(['campaign', 'install', 'salt-1.0.0.zip'], { home })).toMatchObject({ code: 2 })
    expect(await narratoria(['campaign', 'install', 'nothing.zip'], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no file nothing.zip'),
    })
  })
})

it('a picture of a campaign is shown, wherever the campaign is installed', async () => {
  // The shipped campaigns lie neither in the working directory nor among temporary files.
  const run = await narratoria(['play', '--campaign', 'packet-boat', '--prompt', 'look', '--json'])
  const { result } = JSON.parse(run.stdout) as { result: { assets: { mediaType: string }[] } }
  expect(result.assets).toMatchObject([{ mediaType: 'image/png' }])
  expect(run.stderr).not.toContain('not registered')
})
