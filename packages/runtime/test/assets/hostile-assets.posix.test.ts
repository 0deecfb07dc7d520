import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { AssetFolder } from '../../src/assets/asset-folder.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const say = (event: object) => `echo '${JSON.stringify({ version: '0', ...event })}'\n`
const image = (path: string) => ({ type: 'asset', assetId: 'a', kind: 'image', mediaType: 'image/png', path })
const registered = (path: string) => ({
  assetId: 'a',
  toolId: 't',
  kind: 'image',
  mediaType: 'image/png',
  path,
  sizeBytes: 1,
})

/** A host with one skill, whose script is the given shell code. */
async function openHost(code: string, openStore: (folder: string) => SessionStore | Promise<SessionStore>) {
  const folder = await temporaryFolder()
  const skill = join(folder, 'skills', 'painter')
  await mkdir(skill, { recursive: true })
  const script = { name: 'paint', path: 'paint.sh', description: 'Paints.', triggers: [{ always: true }] }
  await writeFile(
    join(skill, 'skill.json'),
    JSON.stringify({ name: 'painter', version: '1.0.0', description: 'Paints.', scripts: [script] }),
  )
  await writeFile(join(skill, 'paint.sh'), `#!/bin/sh\n${code}${say({ type: 'done', ok: true })}`, { mode: 0o755 })
  const store = await openStore(folder)
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store })
  onTestFinished(() => host.close())
  return { host, store, folder, session: await host.openSession('gallery') }
}

const openSqlite = (folder: string) => openSqliteSessionStore(join(folder, 'sessions.db'))

test('a pipe that takes the place of a registered file holds up neither the turn nor close', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'a.png')
  const { host, session } = await openHost(`echo x > ${path}\n${say(image(path))}sleep 0.3\n`, openSqlite)
  const turn = session.play('paint')
  const warnings: TurnEvent[] = []
  for await (const event of turn) {
    if (event.type === 'asset') execFileSync('sh', ['-c', `rm ${path} && mkfifo ${path}`])
    if (event.type === 'warning') warnings.push(event)
  }
  expect((await turn.result).status).toBe('stored')
  expect(warnings).toMatchObject([{ message: expect.stringContaining('not a regular file any more') as string }])
  await rm(path)
  expect((await session.play('again').result).status).toBe('stored')
  await host.close()
})

test('virtual files of the kernel are rejected as assets', async () => {
  const { session } = await openHost(
    ['/proc/self/environ', '/proc/$PPID/pagemap', '/sys/kernel/mm/transparent_hugepage/enabled', '/dev/zero']
      .map((path, index) => say({ ...image('PATH'), assetId: `a${index}` }).replace('PATH', `'"${path}"'`))
      .join(''),
    openSqlite,
  )
  const { execution } = await session.play('paint').result
  expect(execution?.assets).toEqual([])
  expect(execution?.warnings).toHaveLength(4)
  for (const warning of execution?.warnings ?? []) expect(warning).toContain('is not a regular file')
})

test('by default a file must lie in a folder of the tool, and a link out of it does not help', async () => {
  const link = join(await temporaryFolder(), 'link.png')
  await symlink('/etc/hostname', link)
  const { session } = await openHost(say(image('/etc/hostname')) + say({ ...image(link), assetId: 'b' }), openSqlite)
  const { execution } = await session.play('paint').result
  expect(execution?.assets).toEqual([])
  for (const warning of execution?.warnings ?? []) expect(warning).toContain('outside the folders for assets')
})

test('a file that grows while it is copied, and a link in its place, are not kept', async () => {
  const folder = await temporaryFolder()
  const assets = new AssetFolder(join(folder, 'kept'))
  const path = join(folder, 'log.png')
  await writeFile(path, Buffer.alloc(8 * 1024 * 1024))
  // Another process, so that this one is free to copy.
  const growing = spawn('sh', ['-c', `while printf x >> '${path}'; do :; done`])
  onTestFinished(() => void growing.kill('SIGKILL'))
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(8 * 1024 * 1024)
  expect(await assets.keep(registered(path))).toEqual({
    warning: expect.stringContaining('its size changed') as string,
  })
  growing.kill('SIGKILL')
  await once(growing, 'close')
  await rm(path)
  await symlink('/etc/hostname', path)
  expect(await assets.keep(registered(path))).toEqual({ warning: expect.stringContaining('a link') as string })
  expect(existsSync(assets.path) ? await readdir(assets.path) : []).toEqual([])
})

test('files in assetsDir are copied and removed, and the stored events name the copies', async () => {
  const code = `dir=$(sed 's/.*"assetsDir":"\\([^"]*\\)".*/\\1/')\nmkdir -p "$dir"\necho red > "$dir/door.png"\n`
  const { host, session, store } = await openHost(
    code + say(image('PATH')).replace('PATH', `'"$dir"'/door.png`),
    openSqlite,
  )
  const turn = session.play('paint')
  let shown = ''
  for await (const event of turn) if (event.type === 'asset') shown = event.asset.path
  const { turnId } = await turn.result
  const stored = await store.readTurn(session.id, turnId)
  const [event] = stored.events.filter(({ type }) => type === 'asset') as { asset: { path: string } }[]
  expect(readFileSync(event!.asset.path, 'utf8')).toBe('red\n')
  expect(event!.asset.path).toBe(stored.assets[0]!.path)
  await host.close()
  expect(existsSync(shown)).toBe(false)
  expect(existsSync(dirname(dirname(shown)))).toBe(false)
})

test('a store without copies keeps the files until the host closes', async () => {
  const code = `dir=$(sed 's/.*"assetsDir":"\\([^"]*\\)".*/\\1/')\nmkdir -p "$dir"\necho red > "$dir/door.png"\n`
  const { host, session } = await openHost(
    code + say(image('PATH')).replace('PATH', `'"$dir"'/door.png`),
    () => new MemorySessionStore(),
  )
  const { execution } = await session.play('paint').result
  const { path } = execution!.assets[0]!
  expect(readFileSync(path, 'utf8')).toBe('red\n')
  await host.close()
  expect(existsSync(dirname(dirname(dirname(path))))).toBe(false)
})
