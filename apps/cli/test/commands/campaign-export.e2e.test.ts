import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, startCommand, temporaryFolder } from '../command-line.ts'

const answers = ['--title', 'Salt', '--place', 'an empty landing', '--goal', 'a brass key']

it('exports a world as it was played, as a campaign that passes its check and plays on from there', async () => {
  const home = temporaryFolder()
  await narratoria(['campaign', 'new', 'salt', ...answers], { home })
  const play = async (story: string[], prompt: string) => {
    const run = await narratoria(['play', ...story, '--planner', 'stub', '--prompt', prompt, '--json'], { home })
    expect(run.code, run.stderr).toBe(0)
    return JSON.parse(run.stdout) as { state: { world: { at?: object; is?: object } }; narrative: string }
  }
  await play(['--session', 'Before', '--campaign', './salt'], 'talk to the stranger')
  await play(['--session', 'Before'], 'in')
  await play(['--session', 'Before'], 'take the brass key')
  const exported = await narratoria(['campaign', 'export', 'Before', './salt-on'], { home })
  expect(exported.code, exported.stderr).toBe(0)
  expect(exported.stdout).toContain('wrote ./salt-on/world/state.yaml')
  expect(exported.stdout).toContain("left out: the campaign's tests")
  const checked = await narratoria(['campaign', 'check', './salt-on', '--json'], { home })
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems: [] })
  expect((await play(['--session', 'After', '--campaign', './salt-on'], 'inventory')).narrative).toContain('brass key')
  // The goal of the campaign is reached in the new story.
  expect(await play(['--session', 'After'], 'out')).toMatchObject({ state: { world: { ended: 'found' } } })
  const start = await narratoria(['campaign', 'export', 'Before', './salt-start', '--start'], { home })
  expect(start).toMatchObject({ code: 2, stderr: expect.stringContaining('did not begin with a premise') })
})

it('exports the world of a premise as it was played, and with --start as it began', async () => {
  const home = temporaryFolder()
  const premise = 'It rains on the last lighthouse. In the lamp room a brass key lies on the table.'
  const begin = ['play', '--new', '--title', 'Tower', '--premise', premise]
  const started = await narratoria([...begin, '--planner', 'stub', '--prompt', 'look', '--json'], { home })
  expect(started.code, started.stderr).toBe(0)
  const take = ['play', '--session', 'Tower', '--planner', 'stub', '--prompt', 'take the brass key', '--json']
  const taken = await narratoria(take, { home })
  const { at } = (JSON.parse(taken.stdout) as { state: { world: { at: Record<string, string> } } }).state.world
  expect(at).toEqual({ brass_key: 'player' })
  for (const [folder, options, place] of [
    ['now', [], 'player'],
    ['start', ['--start'], 'lamp_room'],
  ] as const) {
    const exported = await narratoria(['campaign', 'export', 'Tower', `./${folder}`, ...options], { home })
    expect(exported.code, exported.stderr).toBe(0)
    const map = readFileSync(join(home, folder, 'world/map.yaml'), 'utf8')
    expect(map).toMatch(new RegExp(`^  brass_key:\\n(?:    .*\\n)*?    at: ${place}$`, 'm'))
    expect(await narratoria(['campaign', 'check', `./${folder}`], { home })).toMatchObject({ code: 0 })
  }
})

it('a running server packs the world of a story as a campaign, which is installed and played on', async () => {
  const home = temporaryFolder()
  await narratoria(['campaign', 'new', 'campaigns/salt', ...answers], { home })
  const serving = startCommand(['serve', '--port', '0', '--planner', 'stub'], { home })
  await expect.poll(() => serving.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  const url = `${/http:\/\/127\.0\.0\.1:\d+/.exec(serving.stdout)![0]}/api`
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.ok, await response.clone().text()).toBe(true)
    return response.json() as Promise<{ sessionId: string }>
  }
  const { sessionId } = await post('/sessions', { campaign: 'salt', title: 'Before' })
  for (const [index, prompt] of ['talk to the stranger', 'in', 'take the brass key'].entries()) {
    await post(`/sessions/${sessionId}/turns`, { prompt })
    const turns = async () => ((await (await fetch(`${url}/sessions/${sessionId}`)).json()) as { turns: number }).turns
    await expect.poll(turns).toBe(index + 1)
  }
  const packed = await fetch(`${url}/sessions/${sessionId}/campaign`)
  expect(packed.headers.get('content-type')).toBe('application/zip')
  await writeFile(join(home, 'before.zip'), new Uint8Array(await packed.arrayBuffer()))

  const installed = await narratoria(['campaign', 'install', 'before.zip'], { home })
  expect(installed.code, installed.stderr).toBe(0)
  const play = ['play', '--new', '--campaign', 'before', '--planner', 'stub', '--json', '--prompt']
  const run = await narratoria([...play, 'inventory'], { home })
  expect(run.code, run.stderr).toBe(0)
  expect((JSON.parse(run.stdout) as { narrative: string }).narrative).toContain('brass key')
})
