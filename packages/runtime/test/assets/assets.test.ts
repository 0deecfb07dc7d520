import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../../src/index.ts'
import { exportSession, importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { AssetFolder } from '../../src/assets/asset-folder.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** Writes the given image into a folder that may be cleaned away at any time. */
const painter = `#!/usr/bin/env node
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
const request = JSON.parse(readFileSync(0, 'utf8'))
const words = request.input.prompt
const folder = process.env.TMPDIR + '/paint-' + request.turn.seq
mkdirSync(folder, { recursive: true })
const path = folder + '/picture.png'
writeFileSync(path, 'PNG of ' + words)
if (words.includes('huge')) truncateSync(path, 300 * 1024 * 1024)
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
say({ type: 'asset', assetId: 'picture', kind: 'image', mediaType: 'image/png', path })
say({ type: 'done', ok: true })
`

/** A host in a home of its own whose one skill paints into \`temp\`. */
async function openStudio(home?: string) {
  const folder = home ?? (await temporaryFolder())
  const temp = join(folder, 'temp')
  const skill = join(folder, 'skills', 'painter')
  await mkdir(join(skill, 'scripts'), { recursive: true })
  await mkdir(temp, { recursive: true })
  await writeFile(join(skill, 'scripts', 'paint.mjs'), painter)
  await chmod(join(skill, 'scripts', 'paint.mjs'), 0o755)
  const manifest = {
    name: 'painter',
    version: '1.0.0',
    description: 'Paints.',
    env: ['TMPDIR'],
    scripts: [
      {
        name: 'paint',
        path: 'scripts/paint.mjs',
        description: 'Paints.',
        inputSchema: { type: 'object', properties: { prompt: { type: 'string' } } },
        triggers: [{ always: true }],
      },
    ],
  }
  await writeFile(join(skill, 'skill.json'), JSON.stringify(manifest))
  const before = process.env.TMPDIR
  process.env.TMPDIR = temp
  onTestFinished(() => void (before === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = before)))
  const store = await openSqliteSessionStore(join(folder, 'home', 'sessions.db'))
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store })
  onTestFinished(() => host.close())
  return { host, store, folder, temp, data: { skills: host.skills, home: folder } }
}

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe('the files of a story', () => {
  test('§9: a picture outlives the folder that its tool left it in, and is found by turn, by story and in the result', async () => {
    const { host, store, temp } = await openStudio()
    const session = await host.openSession('gallery')
    const result = await session.play('a red door').result
    await rm(temp, { recursive: true })
    const turn = await store.readTurn(session.id, result.turnId)
    const [asset] = await session.assets()
    for (const path of [
      turn.assets[0]!.path,
      turn.execution!.assets[0]!.path,
      asset!.path,
      result.execution!.assets[0]!.path,
    ])
      expect(readFileSync(path, 'utf8')).toBe('PNG of a red door')
    expect(asset!.path).toMatch(/picture\.png$/)
    await session.undo()
    expect(await session.assets()).toEqual([])
  })

  test('§9: a story whose home was moved still has its pictures', async () => {
    const { host, folder } = await openStudio()
    const session = await host.openSession('gallery')
    await session.play('a red door').result
    await host.close()
    await rename(join(folder, 'home'), join(folder, 'elsewhere'))
    const store = await openSqliteSessionStore(join(folder, 'elsewhere', 'sessions.db'))
    onTestFinished(() => store.close())
    const { head } = (await store.findSession('gallery'))!
    expect(readFileSync((await store.assets(session.id, head))[0]!.path, 'utf8')).toBe('PNG of a red door')
    expect(readFileSync((await store.readTurn(session.id, head!)).assets[0]!.path, 'utf8')).toBe('PNG of a red door')
  })

  test('the same picture of many turns is there once', async () => {
    const { host, store } = await openStudio()
    const session = await host.openSession()
    for (let turn = 0; turn < 3; turn++) await session.play('a red door').result
    await session.play('a blue door').result
    const files = (await readdir(store.assetFolder.path, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(await session.assets()).toHaveLength(4)
    expect(files).toHaveLength(2)
  })

  test('a file that is too large to be copied stays where it is, and the player gets a warning', async () => {
    const { host, temp } = await openStudio()
    const session = await host.openSession()
    const turn = session.play('a huge film')
    const warnings = []
    for await (const event of turn) if (event.type === 'warning') warnings.push(event)
    expect(warnings).toMatchObject([
      { code: 'asset_not_kept', message: expect.stringContaining('larger than 256 MiB') },
    ])
    expect((await session.assets())[0]!.path).toContain(temp)
    expect((await session.lastTurn())!.events).toContainEqual(warnings[0])
  })

  test('a file that is gone, or a folder that cannot be written, causes a warning and nothing else', async () => {
    const folder = await temporaryFolder()
    const asset = {
      assetId: 'a',
      toolId: 't',
      kind: 'image',
      mediaType: 'image/png',
      path: join(folder, 'x'),
      sizeBytes: 1,
    }
    expect(await new AssetFolder(join(folder, 'kept')).keep(asset)).toEqual({
      warning: expect.stringContaining('the file is gone'),
    })
    await writeFile(join(folder, 'x'), 'x')
    await writeFile(join(folder, 'in the way'), '')
    expect(await new AssetFolder(join(folder, 'in the way')).keep(asset)).toEqual({
      warning: expect.stringContaining('was not copied'),
    })
  })

  test('what a killed host left half-copied is gone after the next start', async () => {
    const { host, store, folder } = await openStudio()
    await (await host.openSession()).play('a red door').result
    const part = join(store.assetFolder.path, 'left.part')
    await writeFile(part, 'half')
    await host.close()
    const again = await openSqliteSessionStore(join(folder, 'home', 'sessions.db'))
    await again.close()
    expect(existsSync(part)).toBe(false)
  })
})

describe('an exported story', () => {
  test('§6: takes its pictures along with its data, and the story has them wherever it is imported', async () => {
    const { host, data } = await openStudio()
    const session = await host.openSession('gallery')
    await session.play('a red door').result
    await session.play('a blue door').result
    await session.undo()
    const document = await text(exportSession(host.store, session.id, { format: 'json', data }))
    const other = await openStudio()
    const imported = await importSession(other.store, document, { data: other.data })
    expect(imported.leftOut).toEqual([])
    const pictures = []
    for await (const turn of other.store.readTurns(imported.session.sessionId))
      pictures.push(readFileSync(turn.assets[0]!.path, 'utf8'))
    expect(pictures).toEqual(['PNG of a red door', 'PNG of a blue door'])
    expect((await other.store.assets(session.id, imported.session.head))[0]!.path).toContain(other.folder)
  })

  test('without its data reports the number of missing files', async () => {
    const { host } = await openStudio()
    const session = await host.openSession()
    await session.play('a red door').result
    const document = await text(exportSession(host.store, session.id, { format: 'json' }))
    const other = await openStudio()
    expect((await importSession(other.store, document)).leftOut).toEqual([expect.stringMatching(/^1 of the story/)])
  })

  test('§6: leaves out a picture in which a secret stands', async () => {
    const { host, data } = await openStudio()
    const session = await host.openSession()
    await session.play('sk-secret-7').result
    const { skills } = host
    skills.secrets = () => ['sk-secret-7']
    const leftOut: string[] = []
    const document = await text(
      exportSession(host.store, session.id, {
        format: 'json',
        data,
        onLeftOut: (path) => leftOut.push(path),
      }),
    )
    expect(leftOut).toHaveLength(1)
    expect(document).toContain('"assets":[\n]')
  })

  test('brings in no file but its own: neither one of this machine, nor one outside of the folder, nor another content', async () => {
    const { host, store, data } = await openStudio()
    const session = await host.openSession()
    await session.play('a red door').result
    const document = JSON.parse(await text(exportSession(store, session.id, { format: 'json', data }))) as {
      turns: { assets: { path: string }[] }[]
      assets: { name: string; base64: string }[]
    }
    document.turns[0]!.assets[0]!.path = '/etc/passwd'
    document.assets = [
      { name: `../../${document.assets[0]!.name}`, base64: 'eA==' },
      { name: document.assets[0]!.name, base64: 'eA==' },
      { name: `ab/${createHash('sha256').update('x').digest('hex')}/..`, base64: 'eA==' },
    ]
    const other = await openStudio()
    const { session: copy, leftOut } = await importSession(other.store, JSON.stringify(document), { data: other.data })
    expect(leftOut).toHaveLength(4)
    const { assets } = await other.store.readTurn(copy.sessionId, copy.head!)
    expect(assets[0]!.path).toBe('missing:passwd')
    expect(existsSync(assets[0]!.path)).toBe(false)
    expect(
      (await readdir(other.store.assetFolder.path, { recursive: true, withFileTypes: true })).some((entry) =>
        entry.isFile(),
      ),
    ).toBe(false)
  })

  test('a store that keeps no files plays on with those of its tools', async () => {
    const { host, folder } = await openStudio()
    const inMemory = await createNarratoria({
      skillRoots: [join(folder, 'skills')],
      home: folder,
      store: new MemorySessionStore(),
    })
    onTestFinished(() => inMemory.close())
    const session = await inMemory.openSession()
    await session.play('a red door').result
    expect((await session.assets())[0]!.path).toContain('paint-1')
    await host.close()
  })
})
