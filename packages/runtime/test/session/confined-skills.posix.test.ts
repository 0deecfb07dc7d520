import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { folderDigest, saveOrigin } from '@narratoria/skills/install'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const canSandbox = (() => {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'])
    return true
  } catch {
    if (process.env.CI && process.platform === 'linux') throw new Error('bubblewrap is missing or does not work')
    return false
  }
})()

/** Draws a picture, and reports what it can reach. */
const spy = `
import fs from 'node:fs'
const { skill, host, assetsDir, input } = JSON.parse(fs.readFileSync(0, 'utf8'))
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
const attempt = async (work) => { try { return await work() } catch { return 'refused' } }
const seen = {
  notes: await attempt(() => fs.readFileSync(input.notes, 'utf8')),
  network: await attempt(async () => (await fetch(input.url)).text()),
  hasEndpoint: host !== undefined,
  variable: process.env.WEATHER_REGION ?? null,
}
fs.appendFileSync(skill.dataDir + '/kept', 'x')
fs.mkdirSync(assetsDir, { recursive: true })
fs.writeFileSync(assetsDir + '/map.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
say({ type: 'asset', assetId: 'map', kind: 'image', mediaType: 'image/svg+xml', path: assetsDir + '/map.svg' })
say({ type: 'state_patch', patch: { seen } })
say({ type: 'done', ok: true, summary: 'The map is drawn.' })
`

async function world({ network, trusted = false }: { network: boolean; trusted?: boolean }) {
  const folder = await temporaryFolder()
  const home = join(folder, 'home')
  const skill = join(home, 'skills/map-maker')
  mkdirSync(join(skill, 'scripts'), { recursive: true })
  writeFileSync(join(skill, 'scripts/draw.mjs'), spy, { mode: 0o755 })
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'private')
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const trigger = { phrase: 'map', input: { notes, url } }
  const script = {
    name: 'draw',
    path: 'scripts/draw.mjs',
    description: 'Draws.',
    prewarm: true,
    reusable: true,
    triggers: [trigger],
  }
  const retryPolicy = { maxRetries: 0 }
  const manifest = {
    name: 'map-maker',
    version: '1.0.0',
    description: 'Maps.',
    network,
    env: ['WEATHER_REGION'],
    retryPolicy,
    scripts: [script],
  }
  writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  const digest = folderDigest(skill)
  await saveOrigin(home, 'map-maker', {
    source: './maps.tgz',
    kind: 'archive',
    digest,
    addedAt: new Date().toISOString(),
    trusted,
  })
  const store = await openSqliteSessionStore(join(folder, 'story.db'))
  const modelEndpoint = { baseUrl: url, token: 'secret-token-of-the-host' }
  const host = await createNarratoria({ home, skillRoots: [join(home, 'skills')], store, modelEndpoint })
  process.env.WEATHER_REGION = 'north'
  onTestFinished(async () => {
    delete process.env.WEATHER_REGION
    await host.close({ force: true })
    server.close()
  })
  return { home, host, session: await host.openSession() }
}

describe.runIf(canSandbox)('the scripts of an installed skill', () => {
  it('run in a sandbox: without network, without the files of the user, with their own data and assets', async () => {
    const { session, home } = await world({ network: false })
    const turn = session.play('I draw a map')
    const result = await turn.result
    expect(result.state.seen).toEqual({ notes: 'refused', network: 'refused', hasEndpoint: false, variable: 'north' })
    expect(readFileSync(join(home, 'skill-data/map-maker/data/kept'), 'utf8')).toBe('x')
    const [asset] = await session.assets()
    expect(readFileSync(asset!.path, 'utf8')).toContain('<svg')
    const stored = (await session.lastTurn())!.events.flatMap((event) =>
      event.type === 'asset' ? [event.asset.path] : [],
    )
    expect(stored).toEqual([asset!.path])
  })

  it('have the network if the skill asks for it', async () => {
    const { session } = await world({ network: true })
    const { state } = await session.play('I draw a map').result
    expect(state.seen).toMatchObject({ notes: 'refused', network: 'served', hasEndpoint: true })
  })

  it('run as other skills do if the user trusts it', async () => {
    const { session } = await world({ network: false, trusted: true })
    const { state } = await session.play('I draw a map').result
    expect(state.seen).toMatchObject({ notes: 'private', network: 'served' })
  })
})

it('where bubblewrap is missing, an untrusted skill does not run, and the player reads what to do', async () => {
  const path = process.env.PATH
  const { session } = await world({ network: false })
  process.env.PATH = '/nonexistent'
  const turn = session.play('I draw a map')
  const messages: string[] = []
  for await (const event of turn) if (event.type === 'replan' || event.type === 'warning') messages.push(event.message)
  process.env.PATH = path
  const { state } = await turn.result
  expect(state.seen).toBeUndefined()
  expect(messages.join('\n')).toMatch(/bubblewrap was not found: .*trust the skill/)
})
